import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator } from '@guildline/discord-simulator';
import { createApprovalTickets, createSecretKeyFile } from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Finished, runProgram } from './program.ts';
import { type SimulatedDiscord, simulateDiscord } from './simulated-discord.ts';

const guild_id = '111122223333444455';
const channel_id = '222233334444555003';
const user_id = '777788889999000011';
const role_id = '555566667777888001';
const message_id = '1200000000000000002';

/** Every destructive tool, with arguments that name things which exist. */
const destructive: Readonly<Record<string, object>> = {
  channels_delete: { channel_id },
  events_delete: { guild_id, event_id: '333344445555666677' },
  members_ban: { guild_id, user_id },
  members_bulk_ban: { guild_id, user_ids: [user_id] },
  members_kick: { guild_id, user_id },
  messages_bulk_delete: { channel_id, messages: [recentId(0), recentId(1)] },
  messages_delete: { channel_id, message_id },
  reactions_remove: { channel_id, message_id, emoji: '👋' },
  roles_delete: { guild_id, role_id },
};

/** Works with a list that an earlier call has stored, and a process of its own has none. */
const stateful = 'raid_ban';

/** A message id of a minute ago: bulk deletion takes no old ones, and asks for no existing ones. */
function recentId(increment: number): string {
  const milliseconds = BigInt(Date.now() - 60_000 - 1_420_070_400_000);
  return String((milliseconds << 22n) + BigInt(increment));
}

let discord: SimulatedDiscord;
let simulator: Simulator;
let folder: string;
beforeAll(async () => {
  discord = await simulateDiscord();
  simulator = discord.simulator;
  folder = await mkdtemp(join(tmpdir(), 'guildline-approval-'));
});
afterAll(async () => {
  await discord.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => simulator.control.clearRequests());

function run(steps: object, ...flags: string[]): Promise<Finished> {
  return runProgram(['run', '-', ...flags], {
    input: JSON.stringify({ steps }),
    env: {
      ...discord.env,
      GUILDLINE_DATA_DIR: folder,
    },
  });
}

function writes(): string[] {
  return simulator.control
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
}

function tokenOf({ stdout }: Finished): string {
  const { error } = JSON.parse(stdout) as { error: { details: { confirm_token: string } } };
  return error.details.confirm_token;
}

function expectRefused({ code, stdout }: Finished, errorCode: string): void {
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: errorCode, outcome: 'not_applied' } });
  expect(code).toBe(3);
  expect(writes()).toEqual([]);
}

/** The claims of an approval, to sign them anew with something changed. */
async function resign(token: string, change: object, now: number): Promise<string> {
  const key = createSecretKeyFile(join(folder, 'approval.key'));
  const claims = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<'caller' | 'tool' | 'digest', string>;
  const { caller, tool, digest } = { ...claims, ...change };
  const tickets = createApprovalTickets({
    realm: `default ${simulator.url}`,
    key,
    clock: { now: () => now },
  });
  return (await tickets.issue({ caller, tool, digest, route: 'token' })).token;
}

test('every destructive tool is in the table', async () => {
  const { stdout } = await runProgram(['tools', '--json', '--surface', 'full']);
  const tools = JSON.parse(stdout) as { name: string; annotations: { destructiveHint: boolean } }[];
  const names = tools
    .filter(({ annotations }) => annotations.destructiveHint)
    .map(({ name }) => name);
  expect([...Object.keys(destructive), stateful].sort()).toEqual(names.sort());
});

test(`${stateful} is refused before anybody is asked`, async () => {
  const { code, stdout } = await run([{ tool: stateful, args: { guild_id } }]);
  expect(code).toBe(1);
  expect(stdout).toContain('STATE_REQUIRED');
  expect(stdout).not.toContain('confirm_token');
  expect(simulator.control.requests()).toEqual([]);
});

describe.each(Object.entries(destructive))('guildline run with %s', (tool, args) => {
  const steps = [{ tool, args }];

  test('sends nothing without an approval, or with one that does not count or was used', async () => {
    const asked = await run(steps);
    expectRefused(asked, 'CONFIRMATION_REQUIRED');
    const token = tokenOf(asked);
    const [foreign, late] = await Promise.all([
      resign(token, { caller: 'mallory' }, Date.now()),
      resign(token, {}, Date.now() - 11 * 60 * 1000),
    ]);
    const wider = [
      ...steps,
      { tool: 'channels_delete', args: { channel_id: '222233334444555004' } },
    ];
    const refused = await Promise.all([
      run(steps, '--approve', foreign),
      run(steps, '--approve', late),
      run(wider, '--approve', token),
    ]);
    for (const one of refused) expectRefused(one, 'CONFIRMATION_INVALID');
    // Its own approval counts once: in the next process it is used.
    await run(steps, '--approve', token);
    expect(writes()).not.toEqual([]);
    simulator.control.clearRequests();
    expectRefused(await run(steps, '--approve', token), 'CONFIRMATION_INVALID');
  });
});

test('with its approval the pipeline runs, and the same approval is refused in the next process', async () => {
  const steps = [{ tool: 'members_kick', args: { guild_id, user_id } }];
  const asked = await run(steps);
  expect(asked.stderr).toContain('run it again with --approve');
  const token = tokenOf(asked);
  const approved = await run(steps, '--approve', token);
  expect(approved.code).toBe(0);
  expect(writes()).toEqual([`DELETE /guilds/${guild_id}/members/${user_id}`]);
  simulator.control.clearRequests();
  expectRefused(await run(steps, '--approve', token), 'CONFIRMATION_INVALID');
});

test('read-only refuses a pipeline that writes, before its first step', async () => {
  const steps = [
    { tool: 'users_get_current', args: {} },
    { id: 'kick', tool: 'members_kick', args: { guild_id, user_id } },
  ];
  const { code, stdout } = await run(steps, '--read-only');
  expect(code).toBe(2);
  expect(stdout).toContain('runs read-only');
  expect(simulator.control.requests()).toEqual([]);
});

test('an allow-list of guilds holds on the command line', async () => {
  const steps = [{ tool: 'roles_list', args: { guild_id: '123456789012345679' } }];
  const { code, stdout } = await run(steps, '--allowed-guilds', guild_id);
  expect(code).toBe(1);
  expect(stdout).toContain('GUILD_NOT_ALLOWED');
  expect(simulator.control.requests()).toEqual([]);
});
