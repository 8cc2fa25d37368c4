import { AuditLogEvent } from 'discord-api-types/v10';
import { recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { compareRoles, highestRole, isOwner } from '../../permissions/hierarchy.ts';
import { toRole } from '../../present/role.ts';
import { list } from '../../validate/collections.ts';
import { nullish, object, parse } from '../../validate/rule.ts';
import { integer, snowflake } from '../../validate/scalars.ts';
import type { MemberRecord, RoleRecord } from '../../world/guild-records.ts';
import { requireRole } from '../require.ts';

const rule = list(object({ id: snowflake(), position: nullish(integer({ min: 0 })) }));

/** Sorts roles; both the old and the new place are below the caller's highest role. */
export function moveRoles(context: RequestContext): Answer {
  const { state, authority, param, body } = context;
  const { guild, member } = authority.requireInGuild(param('guild_id'), 'ManageRoles');
  const moves = parse(rule, body).map(({ id, position }) => ({
    role: requireRole(context, guild.id, id),
    position,
  }));
  for (const { role, position } of moves) requirePlace(context, member, role, position);
  const before = new Map(state.roles.of(guild.id).map(({ id, position }) => [id, position]));
  for (const [index, role] of sortRoles(state.roles.of(guild.id), moves).entries()) {
    state.roles.update(role, { position: index });
  }
  for (const { role } of moves) {
    const old_value = before.get(role.id);
    if (old_value === role.position) continue;
    recordAudit(context, guild.id, {
      action: AuditLogEvent.RoleUpdate,
      targetId: role.id,
      changes: [{ key: 'position', old_value, new_value: role.position }],
    });
  }
  return ok(state.roles.of(guild.id).map(toRole));
}

interface Move {
  readonly role: RoleRecord;
  readonly position?: number | null | undefined;
}

function requirePlace(
  { state, authority }: RequestContext,
  actor: MemberRecord,
  role: RoleRecord,
  position: Move['position'],
): void {
  if (role.id === role.guild_id) throw apiError(50028);
  authority.requireAboveRole(actor, role);
  const highest = highestRole(state, actor).position;
  if (!isOwner(state, actor) && (position ?? role.position) >= highest) throw apiError(50013);
}

/** All roles from the bottom up, `@everyone` first, the moved ones at their new places. */
function sortRoles(roles: readonly RoleRecord[], moves: readonly Move[]): RoleRecord[] {
  const order = roles.toSorted(compareRoles);
  for (const { role, position } of moves) {
    if (position === null || position === undefined) continue;
    order.splice(order.indexOf(role), 1);
    order.splice(Math.max(1, position), 0, role);
  }
  return order;
}
