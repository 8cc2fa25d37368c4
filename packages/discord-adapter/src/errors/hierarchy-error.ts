import type { BotPlace } from '../permissions/bot-view.ts';
import { canManageMember, canManageRole, highestRole } from '../permissions/hierarchy.ts';
import type { PermissionMember, PermissionRole } from '../permissions/standing.ts';
import type { DenialSubject } from './denial.ts';

/** Why the hierarchy stands in the way, naming both sides; `undefined` if it does not. */
export function explainHierarchy(
  { guild, bot }: BotPlace,
  subject: DenialSubject,
  target: PermissionMember | undefined,
): string | undefined {
  const touched = touchedRoles(subject, target);
  const role = guild.roles.find(
    (candidate) => touched.has(candidate.id) && !canManageRole(guild, bot, candidate),
  );
  const highest = describeRole(highestRole(guild, bot));
  if (role) {
    return `Role ${describeRole(role)} is not below the bot's highest role ${highest}. Move the bot's role above it in the guild's role list, or choose another role.`;
  }
  if (!target || !subject.actsOnMember || target.user_id === bot.user_id) return undefined;
  if (canManageMember(guild, bot, target)) return undefined;
  if (target.user_id === guild.owner_id) {
    return `Member ${target.user_id} owns the guild; nobody can do this to the owner, whatever roles the bot has (its highest is ${highest}).`;
  }
  return `The highest role of member ${target.user_id}, ${describeRole(highestRole(guild, target))}, is not below the bot's highest role ${highest}. Move the bot's role above it in the guild's role list.`;
}

/** The roles that a request changes: a role that a member keeps is not touched. */
function touchedRoles(
  { roleIds, newRoles }: DenialSubject,
  target: PermissionMember | undefined,
): Set<string> {
  if (!newRoles) return new Set(roleIds);
  const before = new Set(target?.roles);
  const after = new Set(newRoles);
  return new Set([
    ...roleIds,
    ...newRoles.filter((id) => !before.has(id)),
    ...[...before].filter((id) => !after.has(id)),
  ]);
}

/** A role's name was written by someone outside: it is quoted, shortened and kept to one line. */
function describeRole(role: PermissionRole | undefined): string {
  if (!role) return '@everyone';
  const name = role.name.replaceAll(/[\p{C}\p{Zl}\p{Zp}"]/gu, '').slice(0, 60);
  return `"${name}" (${role.id})`;
}
