import { AuditLogEvent } from 'discord-api-types/v10';
import { recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { noContent, ok, type RequestContext, type Route, route } from '../../http/route.ts';
import { toUserById } from '../../present/user.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { integer, snowflake } from '../../validate/scalars.ts';
import type { BanRecord } from '../../world/guild-records.ts';
import { compareIds } from '../../world/ids.ts';
import { memberKey, type State } from '../../world/state.ts';
import { requireUser } from '../require.ts';
import { bulkBan, putBan } from './put-ban.ts';

const query = object({
  limit: optional(integer({ min: 1, max: 1000 })),
  before: optional(snowflake()),
  after: optional(snowflake()),
});

export const banRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}/bans', listBans),
  route('GET /guilds/{guild_id}/bans/{user_id}', getBan),
  route('PUT /guilds/{guild_id}/bans/{user_id}', putBan),
  route('DELETE /guilds/{guild_id}/bans/{user_id}', deleteBan),
  route('POST /guilds/{guild_id}/bulk-ban', bulkBan),
];

/** By user id, ascending; `before` wins over `after` and gives the page just before it. */
function listBans({ state, authority, param, query: given }: RequestContext) {
  const { guild } = authority.requireInGuild(param('guild_id'), 'BanMembers');
  const { limit = 1000, before, after = '0' } = parse(query, given);
  const bans = state.bans.of(guild.id).sort((a, b) => compareIds(a.user_id, b.user_id));
  const page = before
    ? bans.filter(({ user_id }) => compareIds(user_id, before) < 0).slice(-limit)
    : bans.filter(({ user_id }) => compareIds(user_id, after) > 0).slice(0, limit);
  return ok(page.map((ban) => toBan(state, ban)));
}

function getBan(context: RequestContext) {
  const { state, authority, param } = context;
  const { guild } = authority.requireInGuild(param('guild_id'), 'BanMembers');
  const ban = state.bans.get(memberKey(guild.id, param('user_id')));
  if (!ban) throw apiError(10026);
  return ok(toBan(state, ban));
}

function deleteBan(context: RequestContext) {
  const { state, authority, param } = context;
  const { guild } = authority.requireInGuild(param('guild_id'), 'BanMembers');
  const user = requireUser(context);
  if (!state.bans.remove(memberKey(guild.id, user.id))) throw apiError(10026);
  recordAudit(context, guild.id, { action: AuditLogEvent.MemberBanRemove, targetId: user.id });
  return noContent();
}

function toBan(state: State, ban: BanRecord) {
  return { reason: ban.reason, user: toUserById(state, ban.user_id) };
}
