import type { PermissionGuild, PermissionMember, PermissionRole } from './standing.ts';

/** Orders two roles: positive if the first is above. Equal positions go by id, the older role above. */
export function compareRoles(
  first: Pick<PermissionRole, 'id' | 'position'>,
  second: Pick<PermissionRole, 'id' | 'position'>,
): number {
  if (first.position !== second.position) return first.position - second.position;
  const [a, b] = [BigInt(first.id), BigInt(second.id)];
  return a === b ? 0 : a < b ? 1 : -1;
}

/** The highest role of a member; `@everyone` if there is no other, `undefined` if even that is unknown. */
export function highestRole(
  guild: PermissionGuild,
  member: PermissionMember,
): PermissionRole | undefined {
  const held = new Set([guild.id, ...member.roles]);
  return guild.roles
    .filter((role) => held.has(role.id))
    .reduce<PermissionRole | undefined>(
      (highest, role) => (!highest || compareRoles(role, highest) > 0 ? role : highest),
      undefined,
    );
}

/** True if a member may grant, edit or sort a role as far as the hierarchy goes. */
export function canManageRole(
  guild: PermissionGuild,
  member: PermissionMember,
  role: Pick<PermissionRole, 'id' | 'position'>,
): boolean {
  if (member.user_id === guild.owner_id) return true;
  const highest = highestRole(guild, member);
  return highest !== undefined && compareRoles(highest, role) > 0;
}

/** True if a member may kick, ban, time out or rename another as far as the hierarchy goes. */
export function canManageMember(
  guild: PermissionGuild,
  member: PermissionMember,
  target: PermissionMember,
): boolean {
  if (target.user_id === guild.owner_id) return false;
  if (member.user_id === guild.owner_id) return true;
  const highest = highestRole(guild, target);
  return highest === undefined || canManageRole(guild, member, highest);
}
