import type { RoleRecord } from '../world/guild-records.ts';

export function toRole(role: RoleRecord) {
  return {
    id: role.id,
    name: role.name,
    permissions: role.permissions,
    position: role.position,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: role.hoist,
    managed: role.managed,
    mentionable: role.mentionable,
    icon: role.icon,
    unicode_emoji: role.unicode_emoji,
    flags: role.flags,
    ...(role.bot_id && { tags: { bot_id: role.bot_id } }),
  };
}
