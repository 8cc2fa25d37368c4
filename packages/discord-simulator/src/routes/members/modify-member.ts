import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { hasAll, Permission } from '../../permissions/bits.ts';
import { isOwner, outranksRole } from '../../permissions/hierarchy.ts';
import { guildPermissions } from '../../permissions/member-permissions.ts';
import { toMember } from '../../present/user.ts';
import { list } from '../../validate/collections.ts';
import { nullish, type Output, object, parse } from '../../validate/rule.ts';
import { boolean, integer, snowflake, text, timestamp } from '../../validate/scalars.ts';
import type { MemberRecord } from '../../world/guild-records.ts';
import { requireMember, requireRole } from '../require.ts';
import { auditRoles } from './member-roles.ts';

const LONGEST_TIMEOUT = 28 * 24 * 3_600_000;
const AUDITED = ['nick', 'mute', 'deaf', 'communication_disabled_until', 'flags'] as const;

const rule = object({
  nick: nullish(text({ max: 32 })),
  roles: nullish(list(snowflake())),
  mute: nullish(boolean()),
  deaf: nullish(boolean()),
  channel_id: nullish(snowflake()),
  communication_disabled_until: nullish(timestamp()),
  flags: nullish(integer({ min: 0, max: 0x7f_ff_ff_ff })),
});

type Draft = Output<typeof rule>;

export function modifyMember(context: RequestContext): Answer {
  const { state, authority, param, body, now } = context;
  const { guild, member: actor } = authority.requireGuild(param('guild_id'));
  const member = requireMember(context, guild.id);
  const draft = parse(rule, body, ({ communication_disabled_until: until }, spot) => {
    if (!until || Date.parse(until) <= now + LONGEST_TIMEOUT) return;
    spot
      .at('communication_disabled_until')
      .fail('INVALID_COMMUNICATION_DISABLED_TIMESTAMP', 'Invalid communication disabled timestamp');
  });
  requireRights(context, actor, member, draft);
  const roles = draft.roles && planRoles(context, actor, member, draft.roles);
  const before = { ...member };
  state.members.update(member, {
    ...(draft.nick !== undefined && { nick: draft.nick || null }),
    ...(typeof draft.mute === 'boolean' && { mute: draft.mute }),
    ...(typeof draft.deaf === 'boolean' && { deaf: draft.deaf }),
    ...(typeof draft.flags === 'number' && { flags: draft.flags }),
    ...(draft.channel_id !== undefined && { voice_channel_id: draft.channel_id }),
    ...(draft.communication_disabled_until !== undefined && {
      communication_disabled_until: draft.communication_disabled_until,
    }),
    ...(roles && { roles }),
  });
  auditMember(context, before, member);
  return ok(toMember(state, member));
}

/** `PATCH …/members/@me`: the bot's own nickname. */
export function modifySelf(context: RequestContext): Answer {
  const { state, authority, param, body } = context;
  const { member } = authority.requireGuild(param('guild_id'));
  const draft = parse(object({ nick: nullish(text({ max: 32 })) }), body);
  if (draft.nick !== undefined) authority.requireInGuild(member.guild_id, 'ChangeNickname');
  const before = { ...member };
  if (draft.nick !== undefined) state.members.update(member, { nick: draft.nick || null });
  auditMember(context, before, member);
  return ok(toMember(state, member));
}

/** Every field has its own permission; names and timeouts need a higher role as well. */
function requireRights(
  context: RequestContext,
  actor: MemberRecord,
  member: MemberRecord,
  draft: Draft,
): void {
  const { authority } = context;
  const guildId = actor.guild_id;
  const self = actor.user_id === member.user_id;
  if (draft.nick !== undefined) {
    authority.requireInGuild(guildId, self ? 'ChangeNickname' : 'ManageNicknames');
    if (!self) authority.requireAboveMember(actor, member);
  }
  if (draft.roles) authority.requireInGuild(guildId, 'ManageRoles');
  if (draft.communication_disabled_until !== undefined) {
    authority.requireInGuild(guildId, 'ModerateMembers');
    requireTimeoutTarget(context, actor, member, draft.communication_disabled_until);
  }
  if (typeof draft.flags === 'number') authority.requireInGuild(guildId, 'ManageGuild');
  requireVoiceRights(context, guildId, member, draft);
}

/** Nobody times out the owner or an administrator. */
function requireTimeoutTarget(
  { state, authority, now }: RequestContext,
  actor: MemberRecord,
  member: MemberRecord,
  until: string | null,
): void {
  authority.requireAboveMember(actor, member);
  const administers = hasAll(guildPermissions(state, member, now), Permission.Administrator);
  if (until && (isOwner(state, member) || administers)) throw apiError(50013);
}

function requireVoiceRights(
  { state, authority }: RequestContext,
  guildId: string,
  member: MemberRecord,
  { mute, deaf, channel_id }: Draft,
): void {
  if (typeof mute === 'boolean') authority.requireInGuild(guildId, 'MuteMembers');
  if (typeof deaf === 'boolean') authority.requireInGuild(guildId, 'DeafenMembers');
  if (channel_id !== undefined) authority.requireInGuild(guildId, 'MoveMembers');
  const voice = typeof mute === 'boolean' || typeof deaf === 'boolean' || channel_id !== undefined;
  if (voice && !member.voice_channel_id) throw apiError(40032);
  if (!channel_id) return;
  const target = state.channels.get(channel_id);
  if (target?.guild_id !== guildId) throw apiError(10003);
  if (target.type !== 2 && target.type !== 13) throw apiError(50024);
}

/** The new role list. What is added or taken away must rank below the caller; managed roles stay. */
function planRoles(
  context: RequestContext,
  actor: MemberRecord,
  member: MemberRecord,
  wanted: readonly string[],
): string[] {
  const { state } = context;
  const roles = [...new Set(wanted)].filter((id) => id !== member.guild_id);
  const changed = [
    ...roles.filter((id) => !member.roles.includes(id)),
    ...member.roles.filter((id) => !roles.includes(id)),
  ].map((id) => requireRole(context, member.guild_id, id));
  if (changed.some(({ managed }) => managed)) throw apiError(50028);
  if (changed.some((role) => !outranksRole(state, actor, role))) throw apiError(50013);
  return roles;
}

function auditMember(context: RequestContext, before: MemberRecord, member: MemberRecord): void {
  const { state } = context;
  const changes = changesBetween(before, member, AUDITED);
  if (changes.length > 0) {
    recordAudit(context, member.guild_id, {
      action: AuditLogEvent.MemberUpdate,
      targetId: member.user_id,
      changes,
    });
  }
  const named = (ids: readonly string[]) => ids.flatMap((id) => state.roles.get(id) ?? []);
  const added = member.roles.filter((id) => !before.roles.includes(id));
  const removed = before.roles.filter((id) => !member.roles.includes(id));
  auditRoles(context, member, '$add', named(added));
  auditRoles(context, member, '$remove', named(removed));
}
