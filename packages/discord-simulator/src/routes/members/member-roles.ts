import { AuditLogEvent } from 'discord-api-types/v10';
import { recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, type RequestContext } from '../../http/route.ts';
import type { MemberRecord, RoleRecord } from '../../world/guild-records.ts';
import { requireMember, requireRole } from '../require.ts';

/** Gives a member a role; one that it has is kept and nothing is logged. */
export function addMemberRole(context: RequestContext): Answer {
  const { member, role } = requireGrant(context);
  if (!member.roles.includes(role.id)) {
    context.state.members.update(member, { roles: [...member.roles, role.id] });
    auditRoles(context, member, '$add', [role]);
  }
  return noContent();
}

export function removeMemberRole(context: RequestContext): Answer {
  const { member, role } = requireGrant(context);
  if (member.roles.includes(role.id)) {
    context.state.members.update(member, { roles: member.roles.filter((id) => id !== role.id) });
    auditRoles(context, member, '$remove', [role]);
  }
  return noContent();
}

function requireGrant(context: RequestContext): { member: MemberRecord; role: RoleRecord } {
  const { authority, param } = context;
  const { guild, member: actor } = authority.requireInGuild(param('guild_id'), 'ManageRoles');
  const member = requireMember(context, guild.id);
  const role = requireRole(context, guild.id);
  if (role.id === guild.id || role.managed) throw apiError(50028);
  authority.requireAboveRole(actor, role);
  return { member, role };
}

/** Logs roles that were given or taken. */
export function auditRoles(
  context: RequestContext,
  member: MemberRecord,
  key: '$add' | '$remove',
  roles: readonly RoleRecord[],
): void {
  if (roles.length === 0) return;
  recordAudit(context, member.guild_id, {
    action: AuditLogEvent.MemberRoleUpdate,
    targetId: member.user_id,
    changes: [{ key, new_value: roles.map(({ id, name }) => ({ id, name })) }],
  });
}
