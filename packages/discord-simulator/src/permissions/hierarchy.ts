import type { MemberRecord, RoleRecord } from '../world/guild-records.ts';
import { compareIds } from '../world/ids.ts';
import type { State } from '../world/state.ts';

/** Positive when `left` ranks above `right`. Of two roles at one position the older one ranks higher. */
export function compareRoles(left: RoleRecord, right: RoleRecord): number {
  return left.position - right.position || compareIds(right.id, left.id);
}

/** The member's highest role; `@everyone` when there is no other. */
export function highestRole(state: State, member: MemberRecord): RoleRecord {
  return member.roles
    .flatMap((id) => state.roles.get(id) ?? [])
    .reduce(
      (highest, role) => (compareRoles(role, highest) > 0 ? role : highest),
      state.everyone(member.guild_id),
    );
}

export function isOwner(state: State, member: MemberRecord): boolean {
  return state.guilds.get(member.guild_id)?.owner_id === member.user_id;
}

/** Whether `actor` may grant, change, sort or delete `role`. */
export function outranksRole(state: State, actor: MemberRecord, role: RoleRecord): boolean {
  return isOwner(state, actor) || compareRoles(highestRole(state, actor), role) > 0;
}

/** Whether `actor` may kick, ban, rename or time out `target`. Nobody outranks the owner. */
export function outranksMember(state: State, actor: MemberRecord, target: MemberRecord): boolean {
  if (isOwner(state, target)) return false;
  if (isOwner(state, actor)) return true;
  return compareRoles(highestRole(state, actor), highestRole(state, target)) > 0;
}
