import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createDbosEngine } from '../src/index.ts';

const require = createRequire(import.meta.url);
const buildFolder = fileURLToPath(new URL('../build', import.meta.url));
const tables = fileURLToPath(new URL('../src/schema/tables.ts', import.meta.url));

/** An empty folder of its own, removed when the test is over. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guildline-runs-'));
  onTestFinished(async () => {
    // A killed process leaves it, and a look at it would spoil the next import of a module (Node 20).
    await unlink(join(folder, 'served.sock')).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A folder whose database is there and empty: making one takes seconds, copying one does not. */
export async function folderWithDatabase(): Promise<string> {
  const folder = await emptyFolder();
  await copyDatabase(folder);
  return folder;
}

/** Puts the empty database into a folder. */
export async function copyDatabase(folder: string): Promise<void> {
  await cp(join(await databaseTemplate(), 'pg18'), join(folder, 'pg18'), { recursive: true });
}

/** Kept between runs of the tests, as long as what it is made from stays the same. */
async function databaseTemplate(): Promise<string> {
  const versions = ['@electric-sql/pglite', '@dbos-inc/dbos-sdk'].map(versionOf);
  const format = Buffer.from(readFileSync(tables)).toString('base64');
  const template = join(buildFolder, `database-${[...versions, digest(format)].join('-')}`);
  if (existsSync(template)) return template;
  await mkdir(buildFolder, { recursive: true });
  const fresh = await mkdtemp(join(buildFolder, 'database-new-'));
  const engine = createDbosEngine({
    folder: fresh,
    clock: { now: Date.now },
    report: () => undefined,
    execute: async () => ({ status: 'completed', position: 0, note: null }),
    timing: { poll: 50 },
  });
  await engine.open();
  await engine.close();
  // Another thread may have been quicker.
  await rename(fresh, template).catch(() => rm(fresh, { recursive: true, force: true }));
  return template;
}

function versionOf(name: string): string {
  let folder = dirname(require.resolve(name));
  while (!existsSync(join(folder, 'package.json')) || !nameIs(folder, name))
    folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version as string;
}

function nameIs(folder: string, name: string): boolean {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === name;
}

function digest(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum.toString(16);
}
