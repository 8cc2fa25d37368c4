import { randomUUID } from 'node:crypto';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import type { Pool } from 'pg';
import { lineOf, unavailable } from '../../unavailable.ts';
import type { Store } from '../store.ts';
import { createDatabase, databasePath, databaseSettings } from './create-database.ts';
import { lockFolder } from './folder-lock.ts';
import { createPgliteConnector } from './pglite-stream.ts';
import { createPreparedClient } from './prepared-client.ts';

/**
 * Opens the database in a folder for this process alone.
 *
 * @throws ToolError `WORKFLOW_UNAVAILABLE` if another process holds it, or it cannot be opened.
 */
export async function openFolder(folder: string, report: (line: string) => void): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const path = await realpath(folder);
  const lock = await lockFolder(path);
  try {
    await createDatabase(path, report);
    const { database, pool } = await openDatabase(path);
    return {
      pool,
      executor: `local#${randomUUID()}`,
      exclusively: (work) => work(),
      // Whoever holds the folder is the only process there is.
      ifGone: (_executor, work) => work(),
      showAlive: () => Promise.resolve(),
      tidy: (tables) => tidy(pool, tables),
      close: async () => {
        await pool.end();
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * PGlite has no autovacuum, and lets nothing else of the process happen while it works: some
 * milliseconds for a table that has not changed, half a second for 100 MB that have. Statistics would
 * take longer, and nothing needs them.
 */
async function tidy(pool: Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) await pool.query(`vacuum ${table}`);
}

async function openDatabase(folder: string) {
  const path = databasePath(folder);
  const [{ PGlite }, { default: postgres }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('pg'),
  ]);
  const database = await PGlite.create(path, { postgresqlconf: [...databaseSettings] }).catch(
    (error: unknown) => {
      throw unavailable(
        `The database for workflows in ${path} does not open: ${lineOf(error)}. If it is damaged, move it away; its workflows are lost then.`,
        { cause: error },
      );
    },
  );
  const pool = new postgres.Pool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    stream: createPgliteConnector(database),
    Client: createPreparedClient(postgres.Client),
  });
  // The connection that failed is gone; what was asked on it has failed with the same error.
  pool.on('error', () => undefined);
  return { database, pool };
}
