import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toThread, toThreadMember } from '../../present/channel.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { integer, snowflake, timestamp } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { isThread } from '../../world/complete-channel.ts';
import { compareIds } from '../../world/ids.ts';

const PRIVATE = 12;
const HOLDS_THREADS = new Set([0, 5, 15, 16]);
const LIMIT = optional(integer({ min: 2, max: 100 }));
const byTime = object({ before: optional(timestamp()), limit: LIMIT });
const byId = object({ before: optional(snowflake()), limit: LIMIT });

/** Every open thread of a guild that the bot can see, newest first. */
export function listActive({ state, actor, authority, param }: RequestContext): Answer {
  const { guild } = authority.requireGuild(param('guild_id'));
  const threads = state.channels
    .of(guild.id)
    .filter((thread) => isThread(thread) && !thread.thread_metadata?.archived)
    .filter((thread) => authority.canView(thread))
    .sort((a, b) => compareIds(b.id, a.id));
  return ok(toList(threads, actor.id, false));
}

export function listArchivedPublic(context: RequestContext): Answer {
  return listArchivedByTime(context, (thread) => thread.type !== PRIVATE);
}

export function listArchivedPrivate(context: RequestContext): Answer {
  const parent = requireParent(context);
  context.authority.requireInChannel(parent, 'ManageThreads');
  return listArchivedByTime(context, (thread) => thread.type === PRIVATE);
}

/** Archived private threads the bot has joined, newest first. */
export function listArchivedJoined(context: RequestContext): Answer {
  const { actor } = context;
  const { before, limit = 50 } = parse(byId, context.query);
  const threads = archivedIn(context, requireParent(context))
    .filter((thread) => thread.type === PRIVATE)
    .filter((thread) => thread.thread_members.some(({ user_id }) => user_id === actor.id))
    .filter(({ id }) => !before || compareIds(id, before) < 0)
    .sort((a, b) => compareIds(b.id, a.id));
  return ok(toList(threads.slice(0, limit), actor.id, threads.length > limit));
}

function listArchivedByTime(
  context: RequestContext,
  wanted: (thread: ChannelRecord) => boolean,
): Answer {
  const { before, limit = 50 } = parse(byTime, context.query);
  const archivedAt = (thread: ChannelRecord) =>
    Date.parse(thread.thread_metadata?.archive_timestamp ?? '');
  const threads = archivedIn(context, requireParent(context))
    .filter(wanted)
    .filter((thread) => !before || archivedAt(thread) < Date.parse(before))
    .sort((a, b) => archivedAt(b) - archivedAt(a) || compareIds(b.id, a.id));
  return ok(toList(threads.slice(0, limit), context.actor.id, threads.length > limit));
}

function requireParent({ authority, param }: RequestContext): ChannelRecord {
  const parent = authority.requireChannel(param('channel_id'));
  if (!HOLDS_THREADS.has(parent.type)) throw apiError(50024);
  authority.requireInChannel(parent, 'ReadMessageHistory');
  return parent;
}

function archivedIn({ state }: RequestContext, parent: ChannelRecord): ChannelRecord[] {
  return state.channels
    .of(parent.guild_id ?? '')
    .filter((thread) => isThread(thread) && thread.parent_id === parent.id)
    .filter((thread) => thread.thread_metadata?.archived);
}

/** `members` holds the viewer's own memberships, as Discord's lists do. */
function toList(threads: readonly ChannelRecord[], viewerId: string, has_more: boolean) {
  return {
    threads: threads.map((thread) => toThread(thread, viewerId)),
    members: threads.flatMap((thread) =>
      thread.thread_members
        .filter(({ user_id }) => user_id === viewerId)
        .map((member) => toThreadMember(thread, member)),
    ),
    has_more,
  };
}
