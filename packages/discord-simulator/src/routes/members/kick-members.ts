import { AuditLogEvent } from 'discord-api-types/v10';
import { recordAudit } from '../../audit/audit-log.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { list } from '../../validate/collections.ts';
import { nullish, object, optional, parse, type Rule } from '../../validate/rule.ts';
import { boolean, integer, snowflake } from '../../validate/scalars.ts';
import type { MemberRecord } from '../../world/guild-records.ts';
import { memberKey } from '../../world/state.ts';
import { requireMember } from '../require.ts';

const DAY = 24 * 3_600_000;

/** Role ids as a list, or as text with commas, as query strings carry them. */
const roleIds: Rule<string[]> = (value, spot) => {
  const given = typeof value === 'string' ? value.split(',').filter(Boolean) : value;
  return list(snowflake(), { max: 100 })(given, spot);
};

const pruneRule = object({
  days: nullish(integer({ min: 1, max: 30 })),
  include_roles: nullish(roleIds),
});

export function kickMember(context: RequestContext): Answer {
  const { state, authority, param } = context;
  const { guild, member: actor } = authority.requireInGuild(param('guild_id'), 'KickMembers');
  const member = requireMember(context, guild.id);
  authority.requireAboveMember(actor, member);
  state.members.remove(memberKey(guild.id, member.user_id));
  recordAudit(context, guild.id, { action: AuditLogEvent.MemberKick, targetId: member.user_id });
  return noContent();
}

export function countPrune(context: RequestContext): Answer {
  const { days, include_roles } = parse(pruneRule, context.query);
  return ok({ pruned: findInactive(context, days ?? 7, include_roles ?? []).length });
}

/** Kicks the members a prune finds; `compute_prune_count: false` leaves the number out. */
export function prune(context: RequestContext): Answer {
  const { state, body, param } = context;
  const { days, include_roles } = parse(pruneRule, body);
  const { compute_prune_count } = parse(object({ compute_prune_count: optional(boolean()) }), body);
  const guildId = param('guild_id');
  const found = findInactive(context, days ?? 7, include_roles ?? []);
  for (const member of found) state.members.remove(memberKey(guildId, member.user_id));
  if (found.length > 0) {
    recordAudit(context, guildId, {
      action: AuditLogEvent.MemberPrune,
      targetId: null,
      options: { delete_member_days: String(days ?? 7), members_removed: String(found.length) },
    });
  }
  return ok({ pruned: compute_prune_count === false ? null : found.length });
}

/** Members without roles (but the included ones) who neither joined nor wrote in the last days. */
function findInactive(
  { state, authority, param, now }: RequestContext,
  days: number,
  includedRoles: readonly string[],
): MemberRecord[] {
  const { guild } = authority.requireInGuild(param('guild_id'), 'ManageGuild', 'KickMembers');
  const since = now - days * DAY;
  const writers = new Set(
    state.channels
      .of(guild.id)
      .flatMap(({ id }) => state.messages.of(id))
      .filter(({ timestamp }) => Date.parse(timestamp) >= since)
      .map(({ author_id }) => author_id),
  );
  return state.members
    .of(guild.id)
    .filter(({ roles }) => roles.every((id) => includedRoles.includes(id)))
    .filter(({ joined_at }) => Date.parse(joined_at) < since)
    .filter(({ user_id }) => user_id !== guild.owner_id && !writers.has(user_id));
}
