import { AuditLogEvent } from 'discord-api-types/v10';
import { recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, type RequestContext } from '../../http/route.ts';
import { uniqueSnowflakes } from '../../validate/collections.ts';
import { object, parse } from '../../validate/rule.ts';
import { snowflake } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { isThread } from '../../world/complete-channel.ts';
import { snowflakeTime } from '../../world/ids.ts';
import type { MessageRecord } from '../../world/message-records.ts';
import type { State } from '../../world/state.ts';
import { requireMessage } from './read-messages.ts';

const TWO_WEEKS = 14 * 24 * 3_600_000;
/** System messages that cannot be deleted. */
const PERMANENT = new Set([1, 2, 3, 4, 5, 14, 15, 16, 17, 21]);
const rule = object({ messages: uniqueSnowflakes(snowflake()) });

export function deleteMessage(context: RequestContext): Answer {
  const { state, actor, authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  const message = requireMessage(context, channel);
  if (PERMANENT.has(message.type)) throw apiError(50021);
  const own = message.author_id === actor.id;
  if (!own) authority.requireInChannel(channel, 'ManageMessages');
  removeMessage(state, channel, message);
  if (!own && channel.guild_id) {
    recordAudit(context, channel.guild_id, {
      action: AuditLogEvent.MessageDelete,
      targetId: message.author_id,
      options: { channel_id: channel.id, count: '1' },
    });
  }
  return noContent();
}

/** Two to a hundred messages of the last two weeks; ids that are no messages are counted and ignored. */
export function bulkDeleteMessages(context: RequestContext): Answer {
  const { state, authority, param, body, now } = context;
  const channel = authority.requireChannel(param('channel_id'));
  if (!channel.guild_id) throw apiError(50003);
  authority.requireInChannel(channel, 'ManageMessages');
  const { messages: wanted } = parse(rule, body);
  if (wanted.length < 2 || wanted.length > 100) throw apiError(50016);
  const found = wanted.flatMap((id) => {
    const message = state.messages.get(id);
    return message?.channel_id === channel.id ? [message] : [];
  });
  const known = new Map(found.map((message) => [message.id, Date.parse(message.timestamp)]));
  const ages = wanted.map((id) => now - (known.get(id) ?? snowflakeTime(id)));
  if (ages.some((age) => age > TWO_WEEKS)) throw apiError(50034);
  for (const message of found) removeMessage(state, channel, message);
  if (found.length > 0) {
    recordAudit(context, channel.guild_id, {
      action: AuditLogEvent.MessageBulkDelete,
      targetId: channel.id,
      options: { count: String(found.length) },
    });
  }
  return noContent();
}

/** Takes a message away, and out of the count of its thread. `last_message_id` stays, as in Discord. */
export function removeMessage(state: State, channel: ChannelRecord, message: MessageRecord): void {
  state.messages.remove(message.id);
  if (isThread(channel)) {
    state.channels.update(channel, { message_count: Math.max(0, channel.message_count - 1) });
  }
}
