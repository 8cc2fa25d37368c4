import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const installed = '/usr/lib/postgresql';

/** A PostgreSQL that tests may do anything with. */
export interface TestPostgres {
  /** Makes an empty database and gives its URL. */
  createDatabase(): Promise<string>;
  /** Drops the databases, and ends the server if this process has started it. */
  stop(): Promise<void>;
}

/** True if {@link startPostgres} has something to start or to use. */
export const hasPostgres =
  process.env['GUILDLINE_TEST_DATABASE_URL'] !== undefined || findPrograms() !== undefined;

/**
 * The server of `GUILDLINE_TEST_DATABASE_URL`, or else a private one with its data in a temporary
 * folder, on a port of 127.0.0.1 that is free.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['GUILDLINE_TEST_DATABASE_URL'];
  const { url, end } = given === undefined ? await startPrivate() : { url: given, end: undefined };
  const databases: string[] = [];
  return {
    createDatabase: async () => {
      const name = `guildline_${randomBytes(6).toString('hex')}`;
      await administer(url, `create database ${name}`);
      databases.push(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.href;
    },
    stop: async () => {
      if (end !== undefined) return end();
      for (const name of databases) await administer(url, `drop database ${name} with (force)`);
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function administer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Folder of the newest PostgreSQL that Debian's packages have installed. */
function findPrograms(): string | undefined {
  try {
    const versions = readdirSync(installed).filter((name) => /^\d+$/.test(name));
    const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
    return newest === undefined ? undefined : join(installed, newest, 'bin');
  } catch {
    return undefined;
  }
}

async function startPrivate(): Promise<{ url: string; end: () => Promise<void> }> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'guildline-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run('chown', ['postgres', folder]);
  // The server refuses to run as root.
  const asServer = (program: string, parameters: readonly string[]) => {
    const command = [join(programs, program), ...parameters];
    return isRoot
      ? run('runuser', ['-u', 'postgres', '--', ...command], { cwd: folder })
      : run(command[0] as string, command.slice(1), { cwd: folder });
  };
  const data = join(folder, 'data');
  const port = await freePort();
  await asServer('initdb', [
    ...['-D', data, '-U', 'guildline', '-E', 'UTF8'],
    ...['--auth=trust', '--no-sync', '--locale=C'],
  ]);
  const settings = [
    `-p ${port}`,
    "-c listen_addresses=127.0.0.1 -c unix_socket_directories=''",
    '-c fsync=off -c max_connections=100',
  ];
  const log = join(folder, 'log');
  await asServer('pg_ctl', ['-D', data, '-l', log, '-w', '-o', settings.join(' '), 'start']);
  return {
    url: `postgres://guildline:test-password@127.0.0.1:${port}/postgres`,
    end: async () => {
      await asServer('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('No port is free.')),
      );
    });
  });
}
