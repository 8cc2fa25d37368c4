import type { Run, RunStatus } from '@guildline/mcp-core';
import { schema } from '../schema/tables.ts';

/** A run as {@link runColumns} selects it. */
export interface RunRow {
  readonly id: string;
  readonly kind: string;
  readonly caller: string;
  readonly key: string | null;
  readonly input: string;
  readonly status: RunStatus;
  readonly position: number;
  readonly note: string | null;
  readonly cancel_requested: boolean;
  /** The driver gives 64-bit numbers as text. */
  readonly wake_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** How many steps of the run `r` are kept: the engine's, or else the given ones. */
const keptSteps = `greatest(
  (select count(*)::integer from ${schema}.operation_outputs o where o.workflow_uuid = r.id),
  coalesce(json_array_length(r.given::json), 0))`;

/** The columns of a run, of a table called `r`, but for where it stands. */
export const storedColumns = `r.id, r.kind, r.caller, r.key, r.input, r.status, r.note,
  r.cancel_requested, r.wake_at, r.created_at, r.updated_at`;

/** The columns of a run, of a table called `r`. */
export const runColumns = `${storedColumns},
  case r.status when 'running' then ${keptSteps} else r.position end as position`;

/** The run of a row. */
export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    kind: row.kind,
    caller: row.caller,
    key: row.key === null ? undefined : (JSON.parse(row.key) as string),
    input: JSON.parse(row.input),
    status: row.status,
    position: row.position,
    note: row.note === null ? null : JSON.parse(row.note),
    cancelRequested: row.cancel_requested,
    wakeAt: row.wake_at === null ? undefined : Number(row.wake_at),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

/** A key as it is stored: as JSON, because a text of the database takes no NUL and no half character. */
export function toStoredKey(key: string | undefined): string | null {
  return key === undefined ? null : JSON.stringify(key);
}

/** JSON of a value, or nothing. */
export function toStoredJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** False for what cannot be the id of a run, and may be no text for a database either. */
export function isRunId(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id);
}
