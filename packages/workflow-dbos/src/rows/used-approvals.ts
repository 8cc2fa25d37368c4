import type { Clock } from '@guildline/pipeline-core';
import { schema } from '../schema/tables.ts';
import type { Query } from '../store/query.ts';

/** Milliseconds that a mark is kept after its approval has expired; keeps clocks out of it. */
const grace = 24 * 60 * 60 * 1000;

/**
 * Marks an approval as used, for every server that shares the database. False if it was used before,
 * or if the answer to an earlier attempt was lost: then nobody can tell, and it does not count.
 */
export async function markApproval(
  query: Query,
  clock: Clock,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: number },
): Promise<boolean> {
  await query(`delete from ${schema}.used_approvals where expires_at < $1`, [
    Math.floor(clock.now() - grace),
  ]);
  const marked = await query(
    `insert into ${schema}.used_approvals (id, expires_at) values ($1, $2)
     on conflict do nothing returning id`,
    [id, Math.ceil(expiresAt)],
  );
  return marked.length === 1;
}
