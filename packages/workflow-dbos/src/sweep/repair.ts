import { schema } from '../schema/tables.ts';
import type { Query } from '../store/query.ts';

/** A run that is to be executed, and that the engine does not know or has ended. */
export interface StrandedRun {
  readonly id: string;
  /** Where a queued run begins; null for one that was running. */
  readonly position: number | null;
  /** True if the engine has a workflow for it. */
  readonly is_known: boolean;
}

/**
 * Runs of which one half of a change is missing: ours was made, the engine's was not, because the
 * process ended between them or because the workflow's last execution was still ending.
 */
export function strandedRuns(query: Query): Promise<StrandedRun[]> {
  return query<StrandedRun>(
    `select r.id, s.status is not null as is_known,
       case r.status when 'queued' then r.position end as position
     from ${schema}.runs r left join ${schema}.workflow_status s on s.workflow_uuid = r.id
     where r.status in ('queued', 'running')
       and (s.status is null or s.status not in ('ENQUEUED', 'PENDING', 'DELAYED'))
     limit 200`,
  );
}

/** Names of processes, beside this one, to which the engine has given workflows. */
export async function otherExecutors(query: Query, executor: string): Promise<string[]> {
  const rows = await query<{ executor_id: string }>(
    `select distinct executor_id from ${schema}.workflow_status
     where status = 'PENDING' and executor_id <> $1`,
    [executor],
  );
  return rows.map(({ executor_id }) => executor_id);
}

/** Runs that the engine thinks a process is executing; of some runs only, if they are named. */
export async function runsOf(
  query: Query,
  executor: string,
  among?: readonly string[],
): Promise<string[]> {
  const rows = await query<{ workflow_uuid: string }>(
    `select workflow_uuid from ${schema}.workflow_status
     where status = 'PENDING' and executor_id = $1
       and ($2::text[] is null or workflow_uuid = any($2))`,
    [executor, among === undefined ? null : [...among]],
  );
  return rows.map(({ workflow_uuid }) => workflow_uuid);
}
