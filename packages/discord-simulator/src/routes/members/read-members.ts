import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toMember } from '../../present/user.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { integer, snowflake, text } from '../../validate/scalars.ts';
import { compareIds } from '../../world/ids.ts';
import { requireMember } from '../require.ts';

const PAGE = optional(integer({ min: 1, max: 1000 }));
const listQuery = object({ limit: PAGE, after: optional(snowflake()) });
const searchQuery = object({ limit: PAGE, query: text({ min: 1, max: 100 }) });

export function listMembers({ state, actor, authority, param, query }: RequestContext): Answer {
  const { guild } = authority.requireGuild(param('guild_id'));
  if (!actor.members_intent) throw apiError(50001);
  const { limit = 1, after = '0' } = parse(listQuery, query);
  const page = state.members
    .of(guild.id)
    .filter(({ user_id }) => compareIds(user_id, after) > 0)
    .sort((a, b) => compareIds(a.user_id, b.user_id))
    .slice(0, limit);
  return ok(page.map((member) => toMember(state, member)));
}

/** Members whose user name, display name or nickname begins with the query. */
export function searchMembers({ state, authority, param, query }: RequestContext): Answer {
  const { guild } = authority.requireGuild(param('guild_id'));
  const { limit = 1, query: wanted } = parse(searchQuery, query);
  const prefix = wanted.toLowerCase();
  const found = state.members.of(guild.id).filter((member) => {
    const user = state.users.get(member.user_id);
    const names = [user?.username, user?.global_name, member.nick];
    return names.some((name) => name?.toLowerCase().startsWith(prefix));
  });
  return ok(found.slice(0, limit).map((member) => toMember(state, member)));
}

export function getMember(context: RequestContext): Answer {
  const { guild } = context.authority.requireGuild(context.param('guild_id'));
  return ok(toMember(context.state, requireMember(context, guild.id)));
}
