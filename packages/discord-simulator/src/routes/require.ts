import { apiError } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import type { EventRecord, MemberRecord, RoleRecord, UserRecord } from '../world/guild-records.ts';

/** The role the path names, of this guild; 10011 otherwise. */
export function requireRole(
  { state, param }: Pick<RequestContext, 'state' | 'param'>,
  guildId: string,
  roleId = param('role_id'),
): RoleRecord {
  const role = state.roles.get(roleId);
  if (role?.guild_id !== guildId) throw apiError(10011);
  return role;
}

/** The member the path names; 10007 for a user who is not in the guild, 10013 for no user at all. */
export function requireMember(
  { state, param }: Pick<RequestContext, 'state' | 'param'>,
  guildId: string,
  userId = param('user_id'),
): MemberRecord {
  const member = state.member(guildId, userId);
  if (member) return member;
  throw apiError(state.users.has(userId) ? 10007 : 10013);
}

export function requireUser(
  { state, param }: Pick<RequestContext, 'state' | 'param'>,
  userId = param('user_id'),
): UserRecord {
  const user = state.users.get(userId);
  if (!user) throw apiError(10013);
  return user;
}

/** The scheduled event the path names; 10070 otherwise. */
export function requireEvent(
  { state, param }: Pick<RequestContext, 'state' | 'param'>,
  guildId: string,
): EventRecord {
  const event = state.events.get(param('guild_scheduled_event_id'));
  if (event?.guild_id !== guildId) throw apiError(10070);
  return event;
}
