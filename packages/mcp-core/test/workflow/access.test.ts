import { describe, expect, test } from 'vitest';
import { bob, errorOf, make, startWorld, structuredOf, target } from './workflow-world.ts';

const guild_id = '111111111111111111';
const bound = { ...target, guild_id };

const tools = [
  ['workflow_status', {}],
  ['workflow_resume', {}],
  ['workflow_resume', { verdict: { step: 'a', outcome: 'skip' } }],
  ['workflow_cancel', {}],
  ['workflow_result', {}],
  ['workflow_answer', { step: 'a', answer: 'x' }],
] as const;

/** A workflow of alice's that waits for an answer. */
async function startBound() {
  const world = startWorld();
  const ask = { id: 'a', tool: 'workflow_ask', args: { question: 'Really?' } };
  const { id } = await world.start([ask], { target: bound });
  await world.engine.idle();
  return { world, id };
}

describe.each(tools)('%s %j', (tool, more) => {
  test.each([
    ['an unknown id', { id: `wf_${'0'.repeat(32)}` }, undefined],
    ['a target without the guild', { target }, undefined],
    [
      'a target with another guild',
      { target: { ...target, guild_id: '222222222222222222' } },
      undefined,
    ],
    ['a target with a channel more', { target: { ...bound, channel_id: guild_id } }, undefined],
    ['another profile', { target: { ...bound, profile_id: 'other' } }, undefined],
    ['another caller', {}, bob],
  ])('with %s learns nothing, and changes nothing', async (_what, wrong, caller) => {
    const { world, id } = await startBound();
    const outcome = await world.call(tool, { id, target: bound, ...more, ...wrong }, caller);
    expect(errorOf(outcome)).toEqual({
      code: 'WORKFLOW_NOT_FOUND',
      message:
        'You have no workflow with this id and exactly this target. workflow_list lists yours, with their targets.',
      retriable: false,
      outcome: 'not_applied',
    });
    expect(await world.engine.find(id)).toMatchObject({
      status: 'waiting',
      cancelRequested: false,
    });
  });
});

test('a run of another kind is no workflow', async () => {
  const world = startWorld();
  const { id } = await world.run([make('a')]);
  const run = await world.engine.find(id);
  const other = { ...run, id: `wf_${'1'.repeat(32)}`, kind: 'records', key: undefined };
  await world.engine.start(other as never);
  const outcome = await world.call('workflow_status', { id: other.id, target });
  expect(errorOf(outcome).code).toBe('WORKFLOW_NOT_FOUND');
});

test('whoever may only read may still cancel', async () => {
  let readOnly = false;
  const world = startWorld({ rightsOf: () => ({ mayUse: () => true, readOnly }) });
  const wait = { id: 'w', tool: 'workflow_wait', args: { seconds: 60 } };
  const { id } = await world.run([wait, make('a')]);
  readOnly = true;
  const outcome = await world.call('workflow_cancel', { id, target });
  expect(structuredOf(outcome)).toMatchObject({ status: 'cancelled', cancel_requested: true });
});

describe('workflow_list', () => {
  async function several() {
    const world = startWorld();
    const ids: string[] = [];
    for (const [index, where] of [target, bound, target, bound, target].entries()) {
      const outcome = await world.call('workflow_start', {
        target: where,
        steps: [make(`n${index}`)],
      });
      ids.unshift(structuredOf<{ id: string }>(outcome).id);
      world.clock.advance(1);
    }
    await world.call('workflow_start', { target, steps: [make('bobs')] }, bob);
    await world.engine.idle();
    const list = async (args: object, caller = undefined as typeof bob | undefined) =>
      structuredOf<{ workflows: { id: string }[]; next_cursor?: string }>(
        await world.call('workflow_list', args, caller),
      );
    return { world, ids, list };
  }

  test("gives one's own, newest first, in pages that together are all", async () => {
    const { ids, list } = await several();
    const all = await list({});
    expect(all.workflows.map(({ id }) => id)).toEqual(ids);
    expect(all).not.toHaveProperty('next_cursor');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.workflows.length).toBeLessThanOrEqual(2);
      seen.push(...page.workflows.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  test('gives those of a target or a status', async () => {
    const { world, ids, list } = await several();
    expect((await list({ target: bound })).workflows.map(({ id }) => id)).toEqual([ids[1], ids[3]]);
    expect((await list({ target: bound, limit: 1 })).next_cursor).toBe(ids[1]);
    expect((await list({ status: 'completed', limit: 100 })).workflows).toHaveLength(5);
    expect((await list({ status: 'failed' })).workflows).toEqual([]);
    expect((await list({}, bob)).workflows).toHaveLength(1);
    expect((await list({}, bob)).workflows).not.toContainEqual(await world.status(ids[0] ?? ''));
  });

  test("takes no cursor of nobody's or somebody else's", async () => {
    const { world, ids } = await several();
    const [mine = ''] = ids;
    for (const [cursor, caller] of [
      ['nonsense', undefined],
      [mine, bob],
    ] as const) {
      const outcome = await world.call('workflow_list', { cursor }, caller);
      expect(errorOf(outcome)).toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });
});
