import { untrusted } from '@guildline/mcp-core';
import type { APIRole } from 'discord-api-types/v10';
import * as z from 'zod';
import { toPermissionNames } from '../../permissions/permission-names.ts';

/** A role as every role tool returns it; `permission_names` only where one role is returned, or on request. */
export function roleOutput() {
  return z.object({
    id: z.string(),
    name: untrusted(z.string()),
    color: z.int(),
    position: z.int(),
    permissions: z.string(),
    permission_names: z.array(z.string()).optional(),
    hoist: z.boolean(),
    managed: z.boolean(),
    mentionable: z.boolean(),
  });
}

export function toRole(role: APIRole): z.input<ReturnType<typeof roleOutput>> {
  const { id, name, color, position, permissions, hoist, managed, mentionable } = role;
  return { id, name, color, position, permissions, hoist, managed, mentionable };
}

/** A role with its permissions by name. */
export function toNamedRole(role: APIRole): z.input<ReturnType<typeof roleOutput>> {
  return { ...toRole(role), permission_names: toPermissionNames(role.permissions) };
}
