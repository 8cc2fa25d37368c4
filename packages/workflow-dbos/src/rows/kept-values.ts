import { jsonSerializer } from '../dbos/json-serializer.ts';
import { schema } from '../schema/tables.ts';
import type { Query } from '../store/query.ts';
import { isRunId } from './run-row.ts';

/** What the steps of a run gave, by position: the engine's results, and the given ones behind them. */
export async function keptValues(query: Query, id: string): Promise<ReadonlyMap<number, unknown>> {
  if (!isRunId(id)) return new Map();
  const rows = await query<{ position: number; output: string | null }>(
    `select function_id as position, output from ${schema}.operation_outputs
     where workflow_uuid = $1 and exists (
       select 1 from ${schema}.runs r where r.id = $1 and r.status <> 'expired'
         and (r.status <> 'queued' or function_id < r.position))
     order by function_id`,
    [id],
  );
  const kept = new Map(rows.map(({ position, output }) => [position, parse(output)]));
  const [row] = await query<{ given: string | null }>(
    `select given from ${schema}.runs where id = $1`,
    [id],
  );
  const given = JSON.parse(row?.given ?? '[]') as readonly unknown[];
  for (const [position, value] of given.entries()) {
    if (!kept.has(position)) kept.set(position, value);
  }
  return kept;
}

function parse(output: string | null): unknown {
  return jsonSerializer.parse(output);
}
