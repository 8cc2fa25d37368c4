import type { RunningDbos } from '../dbos/launch-dbos.ts';
import { schema } from '../schema/tables.ts';
import type { Query } from '../store/query.ts';

/** How many runs are deleted at once. */
const batch = 100;

/**
 * Deletes runs that ended before a time, with what the engine keeps of them. They are set aside
 * first, so that nobody resumes a run of which a part is gone, and so that the next time goes on
 * where this one was interrupted.
 *
 * @param before milliseconds since the epoch
 * @returns how many
 */
export async function deleteOldRuns(
  query: Query,
  engine: Pick<RunningDbos, 'delete'>,
  before: number,
): Promise<number> {
  for (let deleted = 0; ; ) {
    await query(
      `update ${schema}.runs set status = 'expired' where id in (
         select id from ${schema}.runs
         where status in ('completed', 'completed_with_errors', 'cancelled', 'failed')
           and updated_at < $1
         order by updated_at limit ${batch} for update skip locked)`,
      [before],
    );
    const expired = await query<{ id: string }>(
      `select id from ${schema}.runs where status = 'expired' limit ${batch}`,
    );
    if (expired.length === 0) return deleted;
    const ids = expired.map(({ id }) => id);
    await engine.delete(ids);
    await query(`delete from ${schema}.runs where id = any($1) and status = 'expired'`, [ids]);
    deleted += ids.length;
  }
}
