import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';

let arena: Arena;
let server: KillableServer;
beforeAll(async () => {
  arena = await Arena.open();
  server = await arena.start();
  await server.listTools();
  await server.ask('guild_get', { guild_id: places.guild });
});
afterAll(() => arena?.close());

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)(
  'a server that never uses workflows has no process and listens nowhere',
  () => {
    const { pid } = server;
    expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
    const sockets = readdirSync(`/proc/${pid}/fd`).flatMap((file) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${file}`)) ?? [];
      return inode === undefined ? [] : [inode];
    });
    expect(sockets.filter((inode) => listeners().has(inode))).toEqual([]);
  },
);

test('nor has it written a file for them, or loaded their libraries', async () => {
  const written = readdirSync(arena.dataDirectory, { recursive: true }).map(String);
  expect(written.filter((name) => name.startsWith('workflows'))).toEqual([]);
  if (isLinux) {
    const maps = readFileSync(`/proc/${server.pid}/maps`, 'utf8');
    expect(maps).not.toMatch(/pglite|dbos/);
  }
  await server.close();
  expect(readdirSync(arena.dataDirectory, { recursive: true }).map(String)).toEqual(written);
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Inodes of all sockets of this machine that somebody listens on. */
function listeners(): Set<string> {
  const table = (name: string) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1);
  const columns = (line: string) => line.trim().split(/\s+/);
  const local = table('unix')
    .map(columns)
    .filter(([, , , flags]) => flags === '00010000')
    .map((fields) => fields[6] ?? '');
  const remote = ['tcp', 'tcp6']
    .flatMap(table)
    .map(columns)
    .filter((fields) => fields[3] === '0A')
    .map((fields) => fields[9] ?? '');
  return new Set([...local, ...remote]);
}
