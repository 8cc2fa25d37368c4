import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toMessage } from '../../present/message.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { integer, snowflake } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { compareIds } from '../../world/ids.ts';
import type { MessageRecord } from '../../world/message-records.ts';

const query = object({
  around: optional(snowflake()),
  before: optional(snowflake()),
  after: optional(snowflake()),
  limit: optional(integer({ min: 1, max: 100 })),
});

export function listMessages(context: RequestContext): Answer {
  const { state, authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  const { limit = 50, ...place } = parse(query, context.query, (given, spot) => {
    const places = [given.around, given.before, given.after].filter(Boolean);
    if (places.length > 1) {
      spot.fail('MUTUALLY_EXCLUSIVE', 'Only one of before, after and around may be given.');
    }
  });
  if (!authority.mayInChannel(channel, 'ReadMessageHistory')) return ok([]);
  const newestFirst = state.messages.of(channel.id).sort((a, b) => compareIds(b.id, a.id));
  return ok(cut(newestFirst, place, limit).map((message) => toMessage(context, message)));
}

function cut(
  newestFirst: readonly MessageRecord[],
  { around, before, after }: { around?: string; before?: string; after?: string },
  limit: number,
): readonly MessageRecord[] {
  if (before) return newestFirst.filter(({ id }) => compareIds(id, before) < 0).slice(0, limit);
  if (after) return newestFirst.filter(({ id }) => compareIds(id, after) > 0).slice(-limit);
  if (!around) return newestFirst.slice(0, limit);
  const newer = newestFirst.filter(({ id }) => compareIds(id, around) >= 0);
  const older = newestFirst.filter(({ id }) => compareIds(id, around) < 0);
  return [...newer.slice(-Math.ceil(limit / 2)), ...older].slice(0, limit);
}

export function getMessage(context: RequestContext): Answer {
  const { authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  if (!authority.mayInChannel(channel, 'ReadMessageHistory')) throw apiError(50001);
  return ok(toMessage(context, requireMessage(context, channel)));
}

/** The message the path names, in the channel the path names; 10008 otherwise. */
export function requireMessage(
  { state, param }: RequestContext,
  channel: ChannelRecord,
): MessageRecord {
  const message = state.messages.get(param('message_id'));
  if (message?.channel_id !== channel.id) throw apiError(10008);
  return message;
}
