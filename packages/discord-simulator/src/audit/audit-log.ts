import type { AuditLogEvent } from 'discord-api-types/v10';
import type { RequestContext } from '../http/route.ts';
import type { AuditLogChange } from '../world/guild-records.ts';

export interface AuditEntry {
  readonly action: AuditLogEvent;
  readonly targetId: string | null;
  readonly changes?: readonly AuditLogChange[];
  readonly options?: Readonly<Record<string, string>>;
}

/** Writes who did what, with the reason that came with the request, to the guild's audit log. */
export function recordAudit(context: RequestContext, guildId: string, entry: AuditEntry): void {
  const { state, ids, actor, reason } = context;
  state.auditLog.add({
    id: ids.internal(),
    guild_id: guildId,
    action_type: entry.action,
    user_id: actor.id,
    target_id: entry.targetId,
    ...(entry.changes && entry.changes.length > 0 && { changes: [...entry.changes] }),
    ...(entry.options && { options: { ...entry.options } }),
    ...(reason !== undefined && { reason }),
  });
}

/** What differs between two versions of a row, for the keys that a change names. */
export function changesBetween<Row extends object>(
  before: Row,
  after: Row,
  keys: readonly (keyof Row)[],
): AuditLogChange[] {
  return keys.flatMap((key) => {
    const [old_value, new_value] = [before[key], after[key]];
    if (JSON.stringify(old_value) === JSON.stringify(new_value)) return [];
    return [
      { key: String(key), ...known('old_value', old_value), ...known('new_value', new_value) },
    ];
  });
}

/** The values of a new (or removed) row as changes. */
export function changesOf<Row extends object>(
  row: Row,
  side: 'new_value' | 'old_value',
  keys: readonly (keyof Row)[],
): AuditLogChange[] {
  return keys.flatMap((key) => {
    const value = row[key];
    return value === null || value === undefined ? [] : [{ key: String(key), [side]: value }];
  });
}

function known(side: 'new_value' | 'old_value', value: unknown): Record<string, unknown> {
  return value === null || value === undefined ? {} : { [side]: structuredClone(value) };
}
