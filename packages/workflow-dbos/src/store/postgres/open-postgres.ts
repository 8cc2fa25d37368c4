import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolConfig } from 'pg';
import { lineOf, unavailable } from '../../unavailable.ts';
import type { Store } from '../store.ts';
import { tryLock } from './advisory-lock.ts';
import { databaseAddress } from './database-address.ts';
import { ReplicaLock } from './replica-lock.ts';

/** What a shared database is opened with. */
export interface PostgresSource {
  readonly databaseUrl: string;
  readonly replica: string;
  /** Milliseconds without a sign of life after which a replica's runs are taken over. */
  readonly lease: number;
  /** True if this process executes runs, and so has to have a name of its own. */
  readonly work: boolean;
  readonly report: (line: string) => void;
  readonly onLost: () => void;
}

/**
 * Opens a database that several processes share.
 *
 * @throws ToolError `WORKFLOW_UNAVAILABLE` if it cannot be reached, or the replica's name is in use.
 */
export async function openPostgres(source: PostgresSource): Promise<Store> {
  const { databaseUrl, replica, lease, report, onLost } = source;
  const address = databaseAddress(databaseUrl);
  const { default: postgres } = await import('pg');
  const connection: PoolConfig = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: `guildline ${replica}`,
  };
  const pool = new postgres.Pool({
    ...connection,
    max: 10,
    // A process that stops in the middle of a transaction does not hold its locks for long.
    idle_in_transaction_session_timeout: lease,
  });
  pool.on('error', (error) => report(`a connection to the database broke: ${lineOf(error)}.`));
  const lock = source.work
    ? new ReplicaLock({
        createClient: () => new postgres.Client({ ...connection, query_timeout: 10_000 }),
        replica,
        lease,
        report,
        onLost,
      })
    : undefined;
  try {
    await pool.query('select 1');
    await lock?.take();
  } catch (error) {
    await Promise.all([lock?.close(), pool.end()]);
    if (error instanceof Error && error.name === 'ToolError') throw error;
    throw unavailable(
      `The database for workflows at ${address} cannot be used: ${lineOf(error)}. Check GUILDLINE_DATABASE_URL and that the database runs, and call again.`,
      { cause: error, retriable: true },
    );
  }
  return {
    pool,
    executor: `${replica}#${randomUUID()}`,
    exclusively: (work) => exclusively(pool, work),
    ifGone: async (executor, work) => {
      await lock?.ifGone(executor.slice(0, executor.lastIndexOf('#')), work);
    },
    showAlive: async () => {
      await lock?.showAlive();
    },
    tidy: () => Promise.resolve(),
    close: async () => {
      await Promise.all([lock?.close(), pool.end()]);
    },
  };
}

/** Milliseconds that another process may take for its tables. */
const patience = 60_000;

async function exclusively<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const deadline = performance.now() + patience;
    // Asking, not waiting: an index that is built meanwhile waits for every statement to end.
    while (!(await tryLock(client, 'guildline/tables'))) {
      if (performance.now() > deadline) {
        throw unavailable(
          'Another server has been preparing the tables for workflows for a minute. See what it does, and call again.',
          { retriable: true },
        );
      }
      await sleep(100);
    }
    return await work();
  } finally {
    // Ends the session, and the lock with it.
    client.release(true);
  }
}
