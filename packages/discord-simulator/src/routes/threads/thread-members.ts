import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { toThreadMember } from '../../present/channel.ts';
import { toMember } from '../../present/user.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { boolean, integer, snowflake, toTimestamp } from '../../validate/scalars.ts';
import type { ChannelRecord, ThreadMemberRecord } from '../../world/channel-records.ts';
import { isThread } from '../../world/complete-channel.ts';
import { compareIds } from '../../world/ids.ts';
import type { State } from '../../world/state.ts';
import { requireMember } from '../require.ts';

const oneQuery = object({ with_member: optional(boolean()) });
const listQuery = object({
  with_member: optional(boolean()),
  after: optional(snowflake()),
  limit: optional(integer({ min: 1, max: 100 })),
});

export function joinThread(context: RequestContext): Answer {
  return join(context, requireOpen(context), context.actor.id);
}

export function leaveThread(context: RequestContext): Answer {
  return leave(context, requireOpen(context), context.actor.id);
}

/** Adds somebody else: whoever can write in the thread may, and in a closed private one its managers. */
export function addThreadMember(context: RequestContext): Answer {
  const { actor, authority } = context;
  const thread = requireOpen(context);
  authority.requireInChannel(thread, 'SendMessagesInThreads');
  const closed = thread.thread_metadata?.invitable === false && thread.owner_id !== actor.id;
  if (closed) authority.requireInChannel(thread, 'ManageThreads');
  const { user_id } = requireMember(context, thread.guild_id ?? '');
  return join(context, thread, user_id);
}

export function removeThreadMember(context: RequestContext): Answer {
  const { actor, authority, param } = context;
  const thread = requireOpen(context);
  const ownPrivate = thread.type === 12 && thread.owner_id === actor.id;
  if (!ownPrivate) authority.requireInChannel(thread, 'ManageThreads');
  return leave(context, thread, param('user_id'));
}

export function listThreadMembers(context: RequestContext): Answer {
  const { state, query } = context;
  const thread = requireThread(context);
  const { with_member = false, after = '0', limit = 100 } = parse(listQuery, query);
  const members = thread.thread_members
    .filter(({ user_id }) => compareIds(user_id, after) > 0)
    .sort((a, b) => compareIds(a.user_id, b.user_id));
  const page = with_member ? members.slice(0, limit) : members;
  return ok(page.map((member) => present(state, thread, member, with_member)));
}

export function getThreadMember(context: RequestContext): Answer {
  const { state, param, query } = context;
  const thread = requireThread(context);
  const { with_member = false } = parse(oneQuery, query);
  const member = thread.thread_members.find(({ user_id }) => user_id === param('user_id'));
  if (!member) throw apiError(10007);
  return ok(present(state, thread, member, with_member));
}

function present(
  state: State,
  thread: ChannelRecord,
  member: ThreadMemberRecord,
  withMember: boolean,
) {
  const guildMember = state.member(thread.guild_id ?? '', member.user_id);
  return {
    ...toThreadMember(thread, member),
    ...(withMember && guildMember && { member: toMember(state, guildMember) }),
  };
}

function requireThread({ authority, param }: RequestContext): ChannelRecord {
  const thread = authority.requireChannel(param('channel_id'));
  if (!isThread(thread)) throw apiError(50024);
  return thread;
}

function requireOpen(context: RequestContext): ChannelRecord {
  const thread = requireThread(context);
  if (thread.thread_metadata?.archived) throw apiError(50083);
  return thread;
}

function join({ state, now }: RequestContext, thread: ChannelRecord, user_id: string): Answer {
  if (!thread.thread_members.some((member) => member.user_id === user_id)) {
    const member = { user_id, join_timestamp: toTimestamp(now), flags: 1 };
    state.channels.update(thread, { thread_members: [...thread.thread_members, member] });
  }
  return noContent();
}

function leave({ state }: RequestContext, thread: ChannelRecord, userId: string): Answer {
  const thread_members = thread.thread_members.filter(({ user_id }) => user_id !== userId);
  state.channels.update(thread, { thread_members });
  return noContent();
}
