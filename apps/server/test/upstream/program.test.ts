import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnyClient, connect } from '../clients.ts';
import { runProgram } from '../program.ts';

const secret = 'pr0gram-token-of-the-directory';
let folder: string;
let env: Record<string, string>;
let client: AnyClient | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildline-program-'));
  env = { GUILDLINE_DATA_DIR: folder, DIRECTORY_TOKEN: secret };
  const directory = {
    command: process.execPath,
    args: [join(import.meta.dirname, 'directory-server.mjs')],
    env: {
      DIRECTORY_TOKEN: { env: 'DIRECTORY_TOKEN' },
      DIRECTORY_PID: { value: join(folder, 'pid') },
    },
    tools: { get_person: { effect: 'read' } },
  };
  const configuration = { surface: 'full', upstreams: { directory } };
  await writeFile(join(folder, 'guildline.config.json'), JSON.stringify(configuration));
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await rm(folder, { recursive: true });
});

function config(): string {
  return join(folder, 'guildline.config.json');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a tool of an upstream is listed and called over MCP, and its process ends with the client', async () => {
  client = await connect(['serve', '--simulate', '--config', config()], env);
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool['name'])).toContain('directory_get_person');
  const args = { discord_id: '777788889999000011' };
  const result = await client.callTool({ name: 'directory_get_person', arguments: args });
  expect(result.structuredContent).toMatchObject({ name: 'Ada Marsh' });
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  expect(isRunning(pid)).toBe(true);
  await client.close();
  // The server ends after its client, and the child after the server.
  for (let attempt = 0; attempt < 300 && isRunning(pid); attempt += 1) await sleep(10);
  expect(isRunning(pid)).toBe(false);
});

test('a refresh says what the tools take and give, and shows no credential', async () => {
  const refreshed = await runProgram(['upstreams', 'refresh', '--config', config()], { env });
  expect(refreshed).toMatchObject({
    code: 0,
    stdout: 'directory_get_person  takes discord_id  gives discord_id, name, email, end_date\n',
  });
  expect(refreshed.stderr).not.toContain(secret);
  const listed = await runProgram(['upstreams', '--config', config()], { env });
  expect(listed.stdout).toBe('directory  directory_get_person  read\n');
  const unknown = await runProgram(['upstreams', 'refresh', 'dir', '--config', config()], { env });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('There are: directory.');
});
