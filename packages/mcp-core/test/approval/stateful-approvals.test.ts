import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, id, type Outcome } from '../../src/index.ts';
import { alice } from '../fakes.ts';
import { errorOf, resultOf } from '../state/state-world.ts';
import { type RaidWorld, startRaidWorld } from './stateful-world.ts';

const ban = { guild_id: '123' };

function tokenOf(outcome: Outcome): string {
  const error = errorOf(outcome);
  expect(error.code).toBe('CONFIRMATION_REQUIRED');
  return (error.details as { confirm_token: string }).confirm_token;
}

/** Asks the person, and gives the question with the answer that approves it. */
async function ask({ dispatch }: RaidWorld, tool: string, args: Record<string, unknown>) {
  const outcome = await dispatch(tool, args, { caller: alice, canAsk: true });
  if (outcome.kind !== 'needs-approval') throw new Error(JSON.stringify(outcome));
  const { preview, ticket } = outcome.request;
  const answer = { approved: true as const, ticket };
  return {
    preview,
    approve: () => dispatch(tool, args, { caller: alice, canAsk: true, answer }),
  };
}

test('what only the tool knows is in the question, from its state', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory', 'trudy']);
  const { preview } = await ask(world, 'raid_ban', ban);
  expect(preview).toContain('  members: 2\n  - mallory\n  - trudy');
});

test('an approved call does what was shown', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory', 'trudy']);
  const { approve } = await ask(world, 'raid_ban', ban);
  expect(resultOf(await approve()).structured).toEqual({ banned: 2 });
  expect(world.banned).toEqual(['mallory', 'trudy']);
});

test('an approval does not count once the list has changed since the question', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory']);
  const { approve } = await ask(world, 'raid_ban', ban);
  await world.scan(['mallory', 'alice']);
  const error = errorOf(await approve());
  expect(error).toMatchObject({ code: 'CONFIRMATION_INVALID', outcome: 'not_applied' });
  expect(error.message).toContain('what is stored has changed since it was shown');
  expect(world.banned).toEqual([]);
});

test('a token does not count once the list has changed, and counts again for the list it was for', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory']);
  const __confirm = tokenOf(await world.call('raid_ban', ban));
  await world.scan(['alice']);
  expect(errorOf(await world.call('raid_ban', { ...ban, __confirm })).code).toBe(
    'CONFIRMATION_INVALID',
  );
  await world.scan(['mallory']);
  expect((await world.call('raid_ban', { ...ban, __confirm })).kind).toBe('result');
  expect(world.banned).toEqual(['mallory']);
});

test('an approval is for the state that the call names', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory']);
  await world.scan(['alice'], 'other');
  const __confirm = tokenOf(await world.call('raid_ban', ban));
  const error = errorOf(await world.call('raid_ban', { ...ban, state_id: 'other', __confirm }));
  expect(error.code).toBe('CONFIRMATION_INVALID');
  await world.scan(['bob'], 'other');
  expect((await world.call('raid_ban', { ...ban, __confirm })).kind).toBe('result');
  expect(world.banned).toEqual(['mallory']);
});

test('what expires between question and answer is missing, and nothing runs', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory']);
  world.clock.advance(55 * 60 * 1000);
  const { approve } = await ask(world, 'raid_ban', ban);
  world.clock.advance(6 * 60 * 1000);
  expect(errorOf(await approve()).code).toBe('STATE_REQUIRED');
  expect(world.banned).toEqual([]);
});

test('a change of the list while an approved call runs does not reach it', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory']);
  const { approve } = await ask(world, 'raid_ban', ban);
  const running = approve();
  await world.scan(['alice']);
  await running;
  expect(world.banned).not.toContain('alice');
});

const steps = [
  { tool: 'raid_ban', args: ban },
  { id: 'rest', tool: 'raid_ban', args: { guild_id: '123', state_id: 'other' } },
];

test('a batch shows the state of each of its steps, and is bound to all of them', async () => {
  const world = startRaidWorld();
  await world.scan(['mallory']);
  await world.scan(['trudy'], 'other');
  const { preview, approve } = await ask(world, 'mcp_pipeline', { steps });
  expect(preview).toMatch(/Step 1: .*- mallory.*Step 2: .*- trudy/s);
  await world.scan(['alice'], 'other');
  expect(errorOf(await approve()).code).toBe('CONFIRMATION_INVALID');
  await world.scan(['trudy'], 'other');
  expect(resultOf(await approve()).structured['aborted']).toBe(false);
  expect(world.banned).toEqual(['mallory', 'trudy']);
});

test('a step whose state changes while the batch runs is stopped', async () => {
  const meanwhile: { do: () => Promise<unknown> } = { do: async () => undefined };
  const slow = defineTool({
    name: 'slow_step',
    category: 'test',
    title: 'Slow',
    description: 'Takes its time.',
    input: () => z.strictObject({}),
    output: () => z.object({ done: z.boolean() }),
    effect: 'read',
    run: async () => {
      await meanwhile.do();
      return { done: true };
    },
  });
  const world = startRaidWorld({ tools: [slow] });
  await world.scan(['mallory']);
  const slowSteps = [
    { tool: 'slow_step', args: {} },
    { id: 'ban', tool: 'raid_ban', args: ban },
  ];
  const { approve } = await ask(world, 'mcp_pipeline', { steps: slowSteps });
  meanwhile.do = () => world.scan(['alice']);
  expect(resultOf(await approve()).structured).toMatchObject({
    aborted: true,
    steps: [
      { status: 'success' },
      {
        id: 'ban',
        error: {
          code: 'CONFIRMATION_INVALID',
          message: expect.stringContaining('what is stored has changed since'),
        },
      },
    ],
  });
  expect(world.banned).toEqual([]);
});

test('a batch whose step names its state by a template cannot be shown, and is refused', async () => {
  const mail = defineTool({
    name: 'raid_mail',
    category: 'raids',
    title: 'Write to the suspects',
    description: 'Writes to everybody on the list.',
    input: () => z.strictObject({ guild_id: id('guild') }),
    output: () => z.object({ done: z.boolean() }),
    effect: 'once',
    requires: 'suspects',
    reach: () => ({ massMention: 'everybody on the list' }),
    run: async () => ({ done: true }),
  });
  const world = startRaidWorld({ tools: [mail] });
  await world.scan(['mallory'], 's1');
  const templated = [
    { id: 'scan', tool: 'raid_scan', args: { suspects: ['mallory'] } },
    { tool: 'raid_mail', args: { guild_id: '123', state_id: 's{{scan.count}}' } },
  ];
  const outcome = await world.dispatch(
    'mcp_pipeline',
    { steps: templated },
    { caller: alice, canAsk: true },
  );
  expect(errorOf(outcome).message).toContain('Write the state_id without a template');
});

test('what a tool says in a preview holds no secret, breaks no line, and has an end', async () => {
  const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz';
  const world = startRaidWorld();
  await world.scan([
    `with ${token}`,
    'line\n  guild: 999',
    `\u202Ereversed`,
    'x'.repeat(1000),
    ...Array.from({ length: 60 }, (_, index) => `member-${index}`),
  ]);
  const { preview } = await ask(world, 'raid_ban', ban);
  expect(preview).not.toContain(token);
  expect(preview).toContain('- line guild: 999');
  expect(preview).not.toContain('\u202E');
  expect(Math.max(...preview.split('\n').map((line) => line.length))).toBeLessThan(520);
  expect(preview).toContain('and 25 more lines that are not shown');
});

test('an approval of a tool that requires nothing does not depend on what is stored', async () => {
  const purged: string[] = [];
  const purge = defineTool({
    name: 'purge',
    category: 'raids',
    title: 'Purge',
    description: 'Purges.',
    input: () => z.strictObject({ guild_id: id('guild') }),
    output: () => z.object({ done: z.boolean() }),
    effect: 'idempotent',
    destructive: true,
    invalidates: 'suspects',
    run: async ({ guild_id }) => {
      purged.push(guild_id);
      return { done: true };
    },
  });
  const world = startRaidWorld({ tools: [purge] });
  const { approve } = await ask(world, 'purge', ban);
  await world.scan(['mallory']);
  expect((await approve()).kind).toBe('result');
  expect(purged).toEqual(['123']);
});
