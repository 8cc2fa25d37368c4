import { untrusted } from '@guildline/mcp-core';
import type { APIRole } from 'discord-api-types/v10';
import * as z from 'zod';

/** A role as every role tool returns it. */
export function roleOutput() {
  return z.object({
    id: z.string(),
    name: untrusted(z.string()),
    color: z.int(),
    position: z.int(),
    permissions: z.string(),
    hoist: z.boolean(),
    managed: z.boolean(),
    mentionable: z.boolean(),
  });
}

export function toRole(role: APIRole): z.input<ReturnType<typeof roleOutput>> {
  const { id, name, color, position, permissions, hoist, managed, mentionable } = role;
  return { id, name, color, position, permissions, hoist, managed, mentionable };
}
