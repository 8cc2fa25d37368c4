import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { toUserById } from '../../present/user.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { choice, integer, snowflake } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { compareIds } from '../../world/ids.ts';
import type { EmojiReference, MessageRecord, ReactionRecord } from '../../world/message-records.ts';
import type { State } from '../../world/state.ts';
import { requireMessage } from './read-messages.ts';

const MAXIMUM = 20;
const UNICODE = /^(\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u;
const query = object({
  limit: optional(integer({ min: 1, max: 100 })),
  after: optional(snowflake()),
  type: optional(choice(0, 1)),
});

export function addOwnReaction(context: RequestContext): Answer {
  const { state, actor, authority } = context;
  const { channel, message, emoji } = find(context);
  authority.requireInChannel(channel, 'ReadMessageHistory');
  const reaction = findReaction(message, emoji);
  if (!reaction) {
    authority.requireInChannel(channel, 'AddReactions');
    if (message.reactions.length >= MAXIMUM) throw apiError(30010);
  }
  if (reaction?.user_ids.includes(actor.id)) return noContent();
  const added = { emoji, user_ids: [...(reaction?.user_ids ?? []), actor.id] };
  state.messages.update(message, {
    reactions: reaction
      ? message.reactions.map((each) => (each === reaction ? added : each))
      : [...message.reactions, added],
  });
  return noContent();
}

export function removeOwnReaction(context: RequestContext): Answer {
  return removeOne(context, context.actor.id);
}

export function removeUserReaction(context: RequestContext): Answer {
  const { actor, authority, param } = context;
  const userId = param('user_id');
  const { channel } = find(context);
  if (userId !== actor.id) authority.requireInChannel(channel, 'ManageMessages');
  return removeOne(context, userId);
}

export function removeAllReactions(context: RequestContext): Answer {
  const { state, authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  const message = requireMessage(context, channel);
  authority.requireInChannel(channel, 'ManageMessages');
  state.messages.update(message, { reactions: [] });
  return noContent();
}

export function removeEmojiReactions(context: RequestContext): Answer {
  const { state, authority } = context;
  const { channel, message, emoji } = find(context);
  authority.requireInChannel(channel, 'ManageMessages');
  const reaction = findReaction(message, emoji);
  if (!reaction) throw apiError(10014);
  state.messages.update(message, {
    reactions: message.reactions.filter((each) => each !== reaction),
  });
  return noContent();
}

export function listReactions(context: RequestContext): Answer {
  const { state } = context;
  const { message, emoji } = find(context);
  const { limit = 25, after = '0' } = parse(query, context.query);
  const ids = (findReaction(message, emoji)?.user_ids ?? [])
    .filter((id) => compareIds(id, after) > 0)
    .sort(compareIds);
  return ok(ids.slice(0, limit).map((id) => toUserById(state, id)));
}

function removeOne(context: RequestContext, userId: string): Answer {
  const { message, emoji } = find(context);
  const reaction = findReaction(message, emoji);
  if (!reaction) throw apiError(10014);
  const user_ids = reaction.user_ids.filter((id) => id !== userId);
  const reactions = message.reactions.map((each) =>
    each === reaction ? { ...each, user_ids } : each,
  );
  context.state.messages.update(message, {
    reactions: reactions.filter((each) => each.user_ids.length > 0),
  });
  return noContent();
}

function find(context: RequestContext): {
  channel: ChannelRecord;
  message: MessageRecord;
  emoji: EmojiReference;
} {
  const { state, authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  const message = requireMessage(context, channel);
  if (channel.thread_metadata?.archived && context.method !== 'GET') throw apiError(50083);
  return { channel, message, emoji: parseEmoji(state, param('emoji_name')) };
}

/** An emoji of a path: a Unicode one, or `name:id` of one that exists; 10014 otherwise. */
function parseEmoji(state: State, source: string): EmojiReference {
  const custom = /^(?:a:)?\w+:(\d{1,20})$/.exec(source)?.[1];
  const known = custom ? state.emojis.get(custom) : undefined;
  if (known) {
    return { id: known.id, name: known.name, ...(known.animated && { animated: true }) };
  }
  if (custom || !UNICODE.test(source)) throw apiError(10014);
  return { id: null, name: source };
}

function findReaction(message: MessageRecord, emoji: EmojiReference): ReactionRecord | undefined {
  return message.reactions.find(({ emoji: { id, name } }) =>
    emoji.id ? id === emoji.id : id === null && plain(name) === plain(emoji.name),
  );
}

/** The same emoji is written with and without a variation selector. */
function plain(name: string): string {
  return name.replaceAll('\uFE0F', '');
}
