import { AuditLogEvent } from 'discord-api-types/v10';
import { recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { toMessage } from '../../present/message.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { integer, timestamp, toTimestamp } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { completeMessage } from '../../world/complete-channel.ts';
import type { MessageRecord } from '../../world/message-records.ts';
import { requireMessage } from './read-messages.ts';

const MAXIMUM = 250;
const PINNED_NOTICE = 6;
const PINNABLE = new Set([0, 19, 20, 23]);
const query = object({
  before: optional(timestamp()),
  limit: optional(integer({ min: 1, max: 50 })),
});

export function listPins(context: RequestContext): Answer {
  const { limit = 50, before } = parse(query, context.query);
  const pins = pinsOf(context).filter(
    ({ pinned_at }) => !before || Date.parse(pinned_at ?? '') < Date.parse(before),
  );
  return ok({
    items: pins
      .slice(0, limit)
      .map((message) => ({ pinned_at: message.pinned_at, message: toMessage(context, message) })),
    has_more: pins.length > limit,
  });
}

/** The route of before 2025: up to fifty messages and no pages. */
export function listPinsPlainly(context: RequestContext): Answer {
  return ok(
    pinsOf(context)
      .slice(0, 50)
      .map((message) => toMessage(context, message)),
  );
}

/** Pins a message and says so in the channel; one that is pinned already stays as it is. */
export function pinMessage(context: RequestContext): Answer {
  const { state, ids, actor, now } = context;
  const { channel, message } = requirePinnable(context);
  if (message.pinned_at) return noContent();
  const pinned = state.messages.of(channel.id).filter(({ pinned_at }) => pinned_at);
  if (pinned.length >= MAXIMUM) throw apiError(30003);
  const at = toTimestamp(now);
  state.messages.update(message, { pinned_at: at });
  const notice = completeMessage(
    {
      id: ids.internal(),
      channel_id: channel.id,
      type: PINNED_NOTICE,
      timestamp: at,
      message_reference: {
        type: 0,
        message_id: message.id,
        channel_id: channel.id,
        ...(channel.guild_id && { guild_id: channel.guild_id }),
      },
    },
    actor.id,
  );
  state.messages.add(notice);
  state.channels.update(channel, { last_pin_timestamp: at, last_message_id: notice.id });
  audit(context, channel, message, AuditLogEvent.MessagePin);
  return noContent();
}

export function unpinMessage(context: RequestContext): Answer {
  const { channel, message } = requirePinnable(context);
  if (!message.pinned_at) return noContent();
  context.state.messages.update(message, { pinned_at: null });
  audit(context, channel, message, AuditLogEvent.MessageUnpin);
  return noContent();
}

function requirePinnable(context: RequestContext): {
  channel: ChannelRecord;
  message: MessageRecord;
} {
  const { authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  authority.requireInChannel(channel, 'PinMessages');
  if (channel.thread_metadata?.archived) throw apiError(50083);
  const elsewhere = context.state.messages.get(param('message_id'));
  if (elsewhere && elsewhere.channel_id !== channel.id) throw apiError(50019);
  const message = requireMessage(context, channel);
  if (!PINNABLE.has(message.type)) throw apiError(50021);
  return { channel, message };
}

function pinsOf({ state, authority, param }: RequestContext): MessageRecord[] {
  const channel = authority.requireChannel(param('channel_id'));
  if (!authority.mayInChannel(channel, 'ReadMessageHistory')) return [];
  return state.messages
    .of(channel.id)
    .filter(({ pinned_at }) => pinned_at)
    .sort((a, b) => Date.parse(b.pinned_at ?? '') - Date.parse(a.pinned_at ?? ''));
}

function audit(
  context: RequestContext,
  channel: ChannelRecord,
  message: MessageRecord,
  action: AuditLogEvent,
): void {
  if (!channel.guild_id) return;
  recordAudit(context, channel.guild_id, {
    action,
    targetId: message.author_id,
    options: { channel_id: channel.id, message_id: message.id },
  });
}
