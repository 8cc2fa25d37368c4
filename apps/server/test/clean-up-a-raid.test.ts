import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator, type World } from '@guildline/discord-simulator';
import { createSpecCheck } from '@guildline/discord-simulator/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnyClient, type CallResult, connect } from './clients.ts';
import { runProgram } from './program.ts';
import { expectSameText, type Refusal, type Request, readRecipe, textOf } from './recipe.ts';

const fencesOf = readRecipe('clean-up-a-raid');
const [scan, found, look, closer, drop, dropped, ban, refusal, receipts, again, last] = fencesOf(
  'json',
).map((text): unknown => JSON.parse(text)) as [
  Request,
  object,
  Request,
  object,
  Request,
  object,
  Request,
  object,
  object,
  Request,
  object,
];
const [preview, auditLines] = fencesOf('text');

const guild = '111122223333444455';
const bot = '123456789012345678';
const roles = {
  bot: '555566667777888002',
  admin: '555566667777888003',
  host: '555566667777888899',
};
/** Accounts made from 15:00, one a minute, in the order in which they joined. */
const raiders = ['vk20xw', 'mmo_77', 'rtt9ab', 'qz81ak', 'xx_plo'].map((username, index) => ({
  id: String(1_985_749_608_038_400_000n + (BigInt(index * 60_000) << 22n)),
  username,
}));
const newcomers = [
  { id: '777788889999000031', username: 'liv_h', global_name: 'Liv' },
  { id: '777788889999000032', username: 'otto', avatar: 'a'.repeat(32) },
];
const spec = await createSpecCheck();

/** A guild into which five raiders, and two others, came after four. */
function raidedWorld(): World {
  return {
    users: [
      { id: bot, username: 'guildline', bot: true },
      { id: '100000000000000001', username: 'robin' },
      { id: '777788889999000011', username: 'host' },
      ...newcomers,
      ...raiders,
    ],
    guilds: [
      {
        id: guild,
        name: 'Office Hours',
        owner_id: '100000000000000001',
        roles: [
          { id: roles.host, name: 'event-host', position: 1 },
          {
            id: roles.bot,
            name: 'Guildline',
            position: 2,
            permissions: String((1n << 2n) | (1n << 5n) | (1n << 10n)),
            bot_id: bot,
          },
          { id: roles.admin, name: 'admin', position: 3, permissions: '8' },
        ],
        channels: [{ id: '222233334444555003', name: 'general' }],
        members: [
          { user_id: bot, roles: [roles.bot] },
          { user_id: '100000000000000001' },
          { user_id: '777788889999000011', roles: [roles.host] },
          ...raiders.map(({ id }, index) => ({ user_id: id, joined_at: at(10 + 2 * index) })),
          { user_id: newcomers[0]?.id ?? '', joined_at: at(15), roles: [roles.host] },
          { user_id: newcomers[1]?.id ?? '', joined_at: at(12) },
        ],
      },
    ],
  };
}

/** So many minutes past four. */
function at(minutes: number): string {
  return `2030-01-01T16:${minutes}:00.000Z`;
}

let simulator: Simulator;
let client: AnyClient;
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  simulator = await startSimulator({ limits: 'off', world: raidedWorld(), observe: spec.observe });
  simulator.control.setClock('2030-01-01T16:30:00.000Z');
  folder = await mkdtemp(join(tmpdir(), 'guildline-clean-up-'));
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

async function refuse(request: Request): Promise<Refusal> {
  const asked = await client.callTool(request);
  expect(asked.isError).toBe(true);
  return JSON.parse(textOf(asked)) as Refusal;
}

function confirm({ name, arguments: args }: Request, { details }: Refusal): Promise<CallResult> {
  return client.callTool({ name, arguments: { ...args, __confirm: details.confirm_token } });
}

function bannedUsers(): string[] {
  return simulator.control
    .world()
    .guilds.flatMap(({ bans }) => bans)
    .map(({ user_id }) => user_id);
}

/** Somebody gives the fourth raider the role of administrators. */
function promoteRaider(): void {
  const world = simulator.control.world();
  for (const member of world.guilds[0]?.members ?? []) {
    if (member.user_id === raiders[3]?.id) member.roles = [roles.admin];
  }
  simulator.control.load(world);
}

test('the recipe finds the raid, spares a newcomer, asks, bans the rest and tells who was not', async () => {
  const seen: CallResult[] = [];
  const call = async (request: Request) => {
    const result = await client.callTool(request);
    seen.push(result);
    return result.structuredContent;
  };
  expectSameText(await call(scan), found);
  expectSameText(await call(look), closer);
  expectSameText(await call(drop), dropped);

  const asked = await refuse(ban);
  expectSameText(asked, refusal);
  expect(asked.details.preview).toBe(preview);
  promoteRaider();
  const first = await confirm(ban, asked);
  expectSameText(first.structuredContent, receipts);
  const second = await confirm(again, await refuse(again));
  expectSameText(second.structuredContent, last);

  const others = raiders.filter((_raider, index) => index !== 3);
  expect(bannedUsers().sort()).toEqual(others.map(({ id }) => id).sort());
  const answers = JSON.stringify([...seen, first, second]);
  expect([...raiders, ...newcomers].filter(({ id }) => answers.includes(id))).toEqual([]);

  await client.close();
  const { stdout } = await runProgram(['audit', 'show', '--tool', 'raid_ban'], { env });
  expect(withoutTimes(stdout.trim())).toBe(withoutTimes(auditLines ?? ''));
});

function withoutTimes(text: string): string {
  return text.replaceAll(/^\S+Z/gm, 'TIME');
}

test('an approval is of no use once the list was reviewed again', async () => {
  await client.callTool(scan);
  const asked = await refuse(ban);
  await client.callTool(drop);
  const refused = await confirm(ban, asked);
  expect(JSON.parse(textOf(refused))).toMatchObject({ code: 'CONFIRMATION_INVALID' });
  expect(bannedUsers()).toEqual([]);
});
