import type { ClientBase } from 'pg';

const key = 'hashtextextended($1, 0)';

/** Takes a lock by its name, for as long as the session lasts. False if another session has it. */
export async function tryLock(session: ClientBase, name: string): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${key}) as taken`,
    [name],
  );
  return rows[0]?.taken === true;
}

/** Gives a lock of this session back. */
export async function unlock(session: ClientBase, name: string): Promise<void> {
  await session.query(`select pg_advisory_unlock(${key})`, [name]);
}
