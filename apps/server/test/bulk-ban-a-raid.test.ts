import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator, type World } from '@guildline/discord-simulator';
import { createSpecCheck } from '@guildline/discord-simulator/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnyClient, connect } from './clients.ts';
import { runProgram } from './program.ts';
import { expectSameText, type Refusal, type Request, readRecipe, textOf } from './recipe.ts';

const fencesOf = readRecipe('bulk-ban-a-raid');
const [search, found, pipeline, refusal, banStep, again, repeated] = fencesOf('json').map(
  (text): unknown => JSON.parse(text),
) as [Request, object, Request, object, object, Request, object];
const [preview, secondPreview, auditLines] = fencesOf('text');

const guild = '111122223333444455';
const raiders = ['888811110000000001', '888811110000000002', '888811110000000003'];
const bot = '123456789012345678';
const spec = await createSpecCheck();

/** A guild on the day of a raid: one raider has talked somebody into an administrator's role. */
function raidedWorld(): World {
  const joined_at = '2030-01-01T16:21:00.000Z';
  return {
    users: [
      { id: bot, username: 'guildline', bot: true },
      { id: '100000000000000001', username: 'robin' },
      { id: '777788889999000011', username: 'free_nitro_fan', global_name: 'Nina' },
      ...raiders.map((id, index) => ({ id, username: `free_nitro_${index + 1}` })),
      { id: '888811110000000004', username: 'free_nitro_staff', global_name: 'Discord Staff' },
      { id: '888811110000000005', username: 'gift_drop' },
    ],
    guilds: [
      {
        id: guild,
        name: 'Office Hours',
        owner_id: '100000000000000001',
        roles: [
          {
            id: '555566667777888002',
            name: 'Guildline',
            position: 1,
            permissions: String((1n << 2n) | (1n << 5n) | (1n << 10n)),
            bot_id: bot,
          },
          { id: '555566667777888003', name: 'admin', position: 2, permissions: '8' },
        ],
        channels: [{ id: '222233334444555003', name: 'general' }],
        members: [
          { user_id: bot, roles: ['555566667777888002'] },
          { user_id: '777788889999000011', joined_at: '2027-05-04T09:00:00.000Z' },
          ...raiders.map((user_id) => ({ user_id, joined_at })),
          { user_id: '888811110000000004', joined_at, roles: ['555566667777888003'] },
        ],
      },
    ],
  };
}

let simulator: Simulator;
let client: AnyClient;
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  simulator = await startSimulator({ limits: 'off', world: raidedWorld(), observe: spec.observe });
  simulator.control.setClock('2030-01-01T16:30:00.000Z');
  folder = await mkdtemp(join(tmpdir(), 'guildline-raid-'));
  env = {
    DISCORD_TOKEN: simulator.token,
    DISCORD_API_URL: simulator.url,
    GUILDLINE_DATA_DIR: folder,
  };
  client = await connect(['serve'], env);
});
afterEach(async () => {
  await client.close();
  await simulator.close();
  await rm(folder, { recursive: true });
  expect(spec.violations()).toEqual([]);
});

async function callTwice({ name, arguments: args }: Request) {
  const asked = await client.callTool({ name, arguments: args });
  expect(asked.isError).toBe(true);
  const error = JSON.parse(textOf(asked)) as Refusal;
  const { confirm_token } = error.details;
  const done = await client.callTool({ name, arguments: { ...args, __confirm: confirm_token } });
  return { error, done };
}

function bannedUsers(): string[] {
  return simulator.control
    .world()
    .guilds.flatMap(({ bans }) => bans)
    .map(({ user_id }) => user_id);
}

test('the recipe finds the raid, asks, bans in one call and tells who was not banned', async () => {
  const members = await client.callTool(search);
  expectSameText(members.structuredContent, found);

  simulator.control.clearRequests();
  const first = await callTwice(pipeline);
  expectSameText(first.error, refusal);
  expect(first.error.details.preview).toBe(preview);
  const { steps } = first.done.structuredContent as unknown as { steps: object[] };
  expectSameText(steps[1], banStep);
  expect(bannedUsers()).toEqual(raiders);
  const bans = simulator.control.requests().filter(({ method }) => method === 'POST');
  expect(bans.map(({ path, reason }) => ({ path, reason }))).toEqual([
    { path: `/guilds/${guild}/bulk-ban`, reason: 'Raid on January 1' },
  ]);

  const second = await callTwice(again);
  expect(second.error.details.preview).toBe(secondPreview);
  expectSameText(second.done.structuredContent, repeated);
  expect(bannedUsers()).toEqual([...raiders, '888811110000000005']);

  await client.close();
  const { stdout } = await runProgram(['audit', 'show', '--tool', 'members_bulk_ban'], { env });
  expect(withoutTimes(stdout.trim())).toBe(withoutTimes(auditLines ?? ''));
});

function withoutTimes(text: string): string {
  return text.replaceAll(/^\S+Z/gm, 'TIME');
}

test('without the approval nobody is banned', async () => {
  await client.callTool(pipeline);
  const wrong = { ...pipeline.arguments, __confirm: 'eyJ…' };
  const refused = await client.callTool({ name: pipeline.name, arguments: wrong });
  expect(JSON.parse(textOf(refused))).toMatchObject({ code: 'CONFIRMATION_INVALID' });
  expect(bannedUsers()).toEqual([]);
});
