import { describe, expect, test } from 'vitest';
import { ToolError } from '../../src/index.ts';
import { alice } from '../fakes.ts';
import { make, startWorld, structuredOf, target, type WorldOptions } from './workflow-world.ts';

interface Answer {
  steps: { id: string; status: string; error?: { code: string; message: string } }[];
  aborted: boolean;
}

/** A pipeline each of whose calls takes ten seconds. */
function slow(options: WorldOptions = {}) {
  const world = startWorld(options);
  world.platform.interfere = (moment) => {
    if (moment === 'sent') world.clock.advance(10_000);
  };
  const run = async (steps: readonly object[], more: object = {}) =>
    await world.dispatch('mcp_pipeline', { steps }, { caller: alice, ...more });
  return { world, run };
}

const steps = [
  make('a'),
  make('b', 'things_post', { save_as: 'post' }),
  make('c', 'things_put', { args: { name: 'of {{post.thing_id}}' } }),
  make('d', 'things_fire'),
];

describe('a pipeline that takes longer than it may', () => {
  test('goes on as a workflow: what has ended is kept, and the step that was next says where', async () => {
    const { world, run } = slow({ promoteAfter: 15_000 });
    const outcome = await run(steps);
    const { steps: answered, aborted } = structuredOf<Answer>(outcome);
    expect(aborted).toBe(true);
    expect(answered.map(({ status }) => status)).toEqual(['success', 'success', 'error']);
    expect(answered[2]).toMatchObject({ id: 'c', error: { code: 'PIPELINE_PROMOTED' } });
    const [{ id } = { id: '' }] = await world.engine.list({
      kind: 'workflow',
      caller: 'alice',
      limit: 2,
    });
    expect(answered[2]?.error?.message).toContain(id);
    expect(outcome).toMatchObject({
      isError: true,
      meta: {
        'guildline/errors': {
          c: { code: 'PIPELINE_PROMOTED', outcome: 'not_applied', details: { id, target } },
        },
      },
    });
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({ status: 'completed', target, total_steps: 4 });
    expect(world.platform.requests).toEqual([
      'things_make a',
      'things_post b',
      'things_put of t1',
      'things_fire d',
    ]);
    expect(await world.result(id)).toMatchObject({
      steps: steps.map(({ id: step }) => ({ id: step, status: 'success' })),
    });
  });

  test('is also promoted at its own deadline, if that comes first', async () => {
    const { world, run } = slow({ promoteAfter: 60_000 });
    const outcome = await run(steps, { deadline: world.clock.now() + 5000 });
    expect(structuredOf<Answer>(outcome).steps[1]?.error?.code).toBe('PIPELINE_PROMOTED');
  });

  test('runs to its end here if it ends in time, and says nothing', async () => {
    const { world, run } = slow({ promoteAfter: 60_000 });
    expect(structuredOf<Answer>(await run(steps)).aborted).toBe(false);
    expect(await world.engine.list({ kind: 'workflow', caller: 'alice', limit: 1 })).toEqual([]);
  });

  test('is never promoted unless that is configured', async () => {
    const { world, run } = slow();
    const outcome = await run(steps, { deadline: world.clock.now() + 15_000 });
    expect(structuredOf<Answer>(outcome).steps[2]?.error?.code).toBe('PIPELINE_TIMEOUT');
  });
});

describe('if the workflow cannot be kept', () => {
  test('the pipeline goes on here, each step once, and says why', async () => {
    const { world, run } = slow({ promoteAfter: 15_000 });
    await world.engine.close();
    const progress: number[] = [];
    const outcome = await run(steps, {
      progress: ({ progress: now }: { progress: number }) => progress.push(now),
    });
    expect(structuredOf<Answer>(outcome)).toMatchObject({ aborted: false });
    expect(world.platform.requests).toHaveLength(4);
    expect(progress).toEqual([1, 2, 3, 4]);
    expect(outcome).toMatchObject({ notes: [expect.stringContaining('The server is stopping')] });
  });

  test('and nobody knows whether it was, the pipeline ends: no step is made here and there', async () => {
    const { world, run } = slow({ promoteAfter: 15_000 });
    const start = world.engine.start;
    const lost = {
      code: 'WORKFLOW_UNAVAILABLE',
      message: 'It was lost.',
      outcome: 'unknown',
    } as const;
    Object.assign(world.engine, {
      start: async (source: Parameters<typeof start>[0]) => {
        await start(source);
        throw new ToolError(lost);
      },
    });
    const outcome = await run(steps);
    await world.engine.idle();
    expect(world.platform.requests).toHaveLength(4);
    const { steps: answered, aborted } = structuredOf<Answer>(outcome);
    expect(aborted).toBe(true);
    expect(answered[2]).toMatchObject({ id: 'c', error: { code: 'OUTCOME_UNKNOWN' } });
    expect(answered[2]?.error?.message).toContain('workflow_list');
    expect(outcome).toMatchObject({
      meta: { 'guildline/errors': { c: { outcome: 'unknown', retriable: false } } },
    });
  });

  test('because of a secret in its steps, it is not kept either', async () => {
    const { world, run } = slow({ promoteAfter: 15_000 });
    const secret = make('e', 'things_put', {
      args: { name: 'Authorization: Bearer abcdef0123456789abcdef' },
    });
    const outcome = await run([...steps, secret], { deadline: world.clock.now() + 35_000 });
    const { steps: answered } = structuredOf<Answer>(outcome);
    expect(answered.at(-1)).toMatchObject({ id: 'e', error: { code: 'PIPELINE_TIMEOUT' } });
    expect(await world.engine.list({ kind: 'workflow', caller: 'alice', limit: 1 })).toEqual([]);
  });
});
