import type { Query } from '../store/query.ts';
import { unavailable } from '../unavailable.ts';
import { createTables, schema, tablesVersion } from './tables.ts';

/**
 * Makes our tables if there are none. Not to be run by two processes at once.
 *
 * @throws ToolError `WORKFLOW_UNAVAILABLE` if a newer server wrote them in a way that this one does
 *   not understand.
 */
export async function prepareTables(query: Query): Promise<void> {
  if (!(await hasTable(query, 'run_format'))) {
    await query(createTables);
    return;
  }
  const [format] = await query<{ version: number }>(`select version from ${schema}.run_format`);
  if (format === undefined || format.version > tablesVersion) {
    throw unavailable(
      `The workflows in this database were written by a newer Guildline (format ${format?.version ?? 'unknown'}; this one knows up to ${tablesVersion}). Use that version, or another database or data directory.`,
    );
  }
}

/** True if DBOS has made its tables. */
export function hasEngineTables(query: Query): Promise<boolean> {
  return hasTable(query, 'operation_outputs');
}

async function hasTable(query: Query, name: string): Promise<boolean> {
  const [row] = await query<{ found: string | null }>('select to_regclass($1) as found', [
    `${schema}.${name}`,
  ]);
  return typeof row?.found === 'string';
}
