import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator, type World } from '@guildline/discord-simulator';
import { redactText } from '@guildline/mcp-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Finished, runProgram } from '../program.ts';
import { shapes } from './shapes.ts';
import { ids, worldWith } from './world.ts';

const { guild: guild_id, channel: channel_id, general } = ids;
const texts = shapes.map(({ text }) => text);

/** Everything that a terminal could take for a command, or that turns or hides what is written. */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

let simulator: Simulator;
let folder: string;
beforeAll(async () => {
  simulator = await startSimulator({ limits: 'off', world: worldOfShapes() });
  folder = await mkdtemp(join(tmpdir(), 'guildline-red-team-'));
});
afterAll(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

/** One member for each shape, who is called so and has written it. */
function worldOfShapes(): World {
  const world = worldWith('benign');
  const idOf = (index: number) => String(600_000_000_000_000_000n + BigInt(index));
  const [guild] = world.guilds ?? [];
  for (const [index, text] of texts.entries()) {
    const id = idOf(index);
    world.users?.push({ id, username: text, global_name: text });
    guild?.members?.push({ user_id: id, nick: text });
    world.messages?.push({ id, channel_id: general, author_id: id, content: text.slice(0, 100) });
  }
  return world;
}

function run(args: readonly string[], input?: unknown): Promise<Finished> {
  return runProgram(args, {
    ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    env: {
      DISCORD_TOKEN: simulator.token,
      DISCORD_API_URL: simulator.url,
      GUILDLINE_DATA_DIR: folder,
    },
  });
}

function expectPrintable({ stdout, stderr }: Finished): void {
  expect(unprintable.exec(stdout)).toBeNull();
  expect(unprintable.exec(stderr)).toBeNull();
}

test('run prints every shape as escaped JSON that parses to the same text', async () => {
  const finished = await run(
    ['run', '-'],
    [{ id: 'list', tool: 'members_list', args: { guild_id, limit: 1000 } }],
  );
  expectPrintable(finished);
  const { steps } = JSON.parse(finished.stdout) as {
    steps: { result: { members: { nick: string | null }[] } }[];
  };
  const nicks = steps[0]?.result.members.map(({ nick }) => nick) ?? [];
  expect(nicks).toEqual(expect.arrayContaining(texts.map(redactText)));
  expect(finished.code).toBe(0);
});

test('run shows the preview of an approval as escaped JSON, and nothing is done', async () => {
  simulator.control.clearRequests();
  const steps = texts.slice(0, 20).map((_, index) => ({
    tool: 'members_kick',
    args: { guild_id, user_id: String(600_000_000_000_000_000n + BigInt(index * 6)) },
  }));
  const finished = await run(['run', '-'], steps);
  expectPrintable(finished);
  expect(JSON.parse(finished.stdout)).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } });
  expect(simulator.control.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(finished.code).toBe(3);
});

test('check prints what a pipeline holds without what a terminal obeys', async () => {
  const hostile = '\u001b[2Jx\u009b31m\u202eabc\u2028d';
  const steps = [
    { id: hostile, tool: hostile, args: {} },
    { id: 'b', tool: 'messages_send', args: { channel_id, [hostile]: 1 } },
    { id: 'c', tool: 'messages_send', args: { channel_id, content: `{{${hostile}}}` } },
  ];
  for (const more of [[], ['--json']]) {
    const finished = await run(['check', '-', ...more], steps);
    expectPrintable(finished);
    expect(finished.code).toBe(2);
  }
});

test('a wrong argument is repeated without what a terminal obeys', async () => {
  const hostile = '\u001b[2Jx\u009b31m\u202eabc';
  for (const args of [
    ['tools', hostile],
    ['run', hostile],
  ]) {
    const finished = await run(args);
    expect(unprintable.exec(finished.stderr)).toBeNull();
    expect(finished.code).not.toBe(0);
  }
});

test('the audit log shows what was sent without what a terminal obeys, and verifies', async () => {
  const reasons = texts.map((text) => [...text].slice(0, 500).join(''));
  for (const part of [0, 20, 40, 60, 80, 100, 120]) {
    const steps = reasons.slice(part, part + 20).map((audit_reason, index) => ({
      tool: 'channels_modify',
      args: { channel_id, topic: `${index}`, audit_reason: audit_reason.replaceAll('{', '(') },
      continue_on_error: true,
    }));
    if (steps.length === 0) continue;
    const finished = await run(['run', '-'], steps);
    expectPrintable(finished);
    expect(JSON.parse(finished.stdout)).toMatchObject({ aborted: false });
  }
  const refused = await run(
    ['run', '-'],
    [
      { id: 'read', tool: 'messages_read', args: { channel_id: general, limit: 100 } },
      ...texts.slice(0, 18).map((_, index) => ({
        tool: 'channels_modify',
        args: { channel_id: `{{read.messages[${index * 5}].content}}`, topic: 'x' },
        continue_on_error: true,
      })),
    ],
  );
  expectPrintable(refused);
  for (const more of [[], ['--json']]) {
    const finished = await run(['audit', 'show', ...more]);
    expect(finished.stdout.split('\n').length).toBeGreaterThan(texts.length);
    expectPrintable(finished);
  }
  const verified = await run(['audit', 'verify']);
  expectPrintable(verified);
  expect(verified.code).toBe(0);
}, 60_000);
