import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { lineOf, unavailable } from '../../unavailable.ts';

/** Name of the database's folder. A database of one major version of PostgreSQL opens in no other. */
const databaseName = 'pg18';

/**
 * Little memory: the default takes 128 MB for its buffers alone. No scans where an index is, because
 * a statement that is prepared keeps the plan that it was given while its tables were small.
 */
export const databaseSettings: readonly string[] = [
  'shared_buffers=4MB',
  'max_wal_size=64MB',
  'enable_seqscan=off',
];

/** Where the database of a folder is. */
export function databasePath(folder: string): string {
  return join(folder, databaseName);
}

/** True if the folder has a database. */
export async function hasDatabase(folder: string): Promise<boolean> {
  return access(databasePath(folder)).then(
    () => true,
    () => false,
  );
}

/** Ends with its parent: whoever comes next begins anew. */
const program = `
process.stdin.on('end', () => process.exit(1)).resume();
const [library, path, settings] = process.argv.slice(1);
const { PGlite } = require(library);
PGlite.create(path, { postgresqlconf: JSON.parse(settings) })
  .then((database) => database.close())
  .then(() => process.exit(0), (error) => {
    process.stderr.write(String(error && error.message || error), () => process.exit(1));
  });
`;

/**
 * Makes the folder's database if there is none. It takes seconds and some 800 MB, so a process of its
 * own does it; the result appears whole or not at all.
 *
 * @throws ToolError `WORKFLOW_UNAVAILABLE` if it cannot be made.
 */
export async function createDatabase(
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  if (await hasDatabase(folder)) return;
  const unfinished = `${databaseName}.new-`;
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinished)) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
  report(`Preparing the database for workflows in ${folder}: once, about five seconds.`);
  const fresh = join(folder, `${unfinished}${process.pid}`);
  try {
    await runProgram(fresh);
    await rename(fresh, databasePath(folder));
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw unavailable(
      `No database for workflows can be made in ${folder}: ${lineOf(error)}. Free its disk or choose another GUILDLINE_DATA_DIR, and call again.`,
      { cause: error },
    );
  }
}

async function runProgram(path: string): Promise<void> {
  const library = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  // None of this process's secrets: of the environment only what a process needs to start.
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env;
  const child = spawn(
    process.execPath,
    ['-e', program, library, path, JSON.stringify(databaseSettings)],
    { stdio: ['pipe', 'ignore', 'pipe'], env: { PATH, SystemRoot, TEMP, TMPDIR } },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(said.trim() || `it ended with ${signal ?? code}`);
}
