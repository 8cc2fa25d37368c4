import { untrusted } from '@guildline/mcp-core';
import type { APIAuditLogEntry, APIUser } from 'discord-api-types/v10';
import * as z from 'zod';
import { toTimestamp } from '../../schema/timestamp.ts';
import { createdAt } from '../created-since.ts';
import { toActionName } from './action-names.ts';

/** An entry of the audit log: who did what to which object, when and why. */
export function entryOutput() {
  return z.object({
    id: z.string(),
    action_type: z.int(),
    action: z.string(),
    user_id: z.string().nullable(),
    username: untrusted(z.string()).nullable(),
    target_id: z.string().nullable(),
    reason: untrusted(z.string()).nullable(),
    created_at: z.string(),
    changes: z.array(
      z.object({
        key: z.string(),
        old_value: untrusted(z.unknown()).optional(),
        new_value: untrusted(z.unknown()).optional(),
      }),
    ),
    options: untrusted(z.record(z.string(), z.string())).optional(),
  });
}

/** Names the acting user of an entry from the users that Discord sends beside it. */
export function toEntry(
  entry: APIAuditLogEntry,
  users: ReadonlyMap<string, APIUser>,
): z.input<ReturnType<typeof entryOutput>> {
  return {
    id: entry.id,
    action_type: entry.action_type,
    action: toActionName(entry.action_type),
    user_id: entry.user_id,
    username: users.get(entry.user_id ?? '')?.username ?? null,
    target_id: entry.target_id,
    reason: entry.reason ?? null,
    created_at: toTimestamp(new Date(createdAt(entry.id)).toISOString()),
    changes: (entry.changes ?? []).map(({ key, old_value, new_value }) => ({
      key,
      ...(old_value !== undefined && { old_value }),
      ...(new_value !== undefined && { new_value }),
    })),
    ...(entry.options && { options: entry.options as Record<string, string> }),
  };
}
