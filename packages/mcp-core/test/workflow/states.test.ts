import { describe, expect, test } from 'vitest';
import { lost, refusal } from './platform.ts';
import { errorOf, make, startWorld, structuredOf, target } from './workflow-world.ts';

test('workflow_start answers at once with a queued workflow that is kept', async () => {
  const world = startWorld();
  const summary = await world.start([make('a'), make('b')]);
  expect(summary).toEqual({
    id: expect.stringMatching(/^wf_[0-9a-f]{32}$/),
    status: 'queued',
    target,
    current_step: 1,
    total_steps: 2,
    completed_steps: 0,
    cancel_requested: false,
    updated_at: '2030-01-01T00:00:00.000Z',
  });
  expect(await world.engine.find(summary.id)).toMatchObject({ caller: 'alice', kind: 'workflow' });
  expect(world.platform.requests).toEqual([]);
});

test('a workflow runs its steps in order, with data between them, and completes', async () => {
  const world = startWorld();
  const summary = await world.run([
    make('a', 'things_make', { save_as: 'first' }),
    make('b', 'things_post', { args: { name: 'after {{a.thing_id}}' } }),
    { id: 'all', tool: 'things_list', args: {} },
    make('never', 'things_put', { if: 'all.count > `5`' }),
    make('c', 'things_put', { args: { name: '{{first.name}}, {{all.names[1]}}' } }),
  ]);
  expect(summary).toMatchObject({
    status: 'completed',
    current_step: 5,
    completed_steps: 5,
    total_steps: 5,
  });
  expect(summary).not.toHaveProperty('failure');
  expect(world.platform.requests).toEqual([
    'things_make a',
    'things_post after t0',
    'things_list',
    'things_put a, after t0',
  ]);
  const result = await world.result(summary.id);
  expect(result).toMatchObject({
    status: 'completed',
    steps: [
      { id: 'a', tool: 'things_make', status: 'success', result: { thing_id: 't0', name: 'a' } },
      { id: 'b', status: 'success' },
      { id: 'all', status: 'success' },
      { id: 'never', status: 'skipped' },
      { id: 'c', status: 'success' },
    ],
    variables: { first: { thing_id: 't0' }, a: { thing_id: 't0' } },
  });
  expect(Object.keys(result.variables)).toEqual(['a', 'first', 'b', 'all', 'c']);
});

test('an error that the step tolerates is kept, and the workflow completes with errors', async () => {
  const world = startWorld();
  world.platform.interfere = (_moment, { name }) => {
    if (name === 'a') throw refusal();
  };
  const summary = await world.run([
    make('a', 'things_make', { continue_on_error: true }),
    make('b'),
  ]);
  expect(summary).toMatchObject({ status: 'completed_with_errors', completed_steps: 2 });
  const outcome = await world.call('workflow_result', { id: summary.id, target });
  expect(structuredOf(outcome)).toMatchObject({
    steps: [
      {
        id: 'a',
        status: 'error',
        error: {
          code: 'DISCORD_PERMISSION_DENIED',
          message: 'Missing MANAGE_THINGS.',
          retriable: false,
        },
      },
      { id: 'b', status: 'success' },
    ],
  });
  expect(outcome).toMatchObject({
    meta: { 'guildline/errors': { a: { outcome: 'not_applied' } } },
  });
});

test('a clean refusal fails the workflow, and it goes on from that step once the cause is mended', async () => {
  const world = startWorld();
  world.platform.interfere = (_moment, { name }) => {
    if (name === 'b') throw refusal();
  };
  const failed = await world.run([make('a'), make('b', 'things_fire'), make('c')]);
  expect(failed).toMatchObject({
    status: 'failed',
    current_step: 2,
    completed_steps: 1,
    failure: {
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Step 2 (b, things_fire): Missing MANAGE_THINGS.',
    },
  });
  expect(await world.call('workflow_status', { id: failed.id, target })).toMatchObject({
    notes: [expect.stringContaining('workflow_resume goes on with it')],
  });
  world.platform.interfere = () => undefined;
  expect(await world.resume(failed.id)).toMatchObject({ status: 'completed', completed_steps: 3 });
  expect(world.platform.requests).toEqual(['things_make a', 'things_fire b', 'things_make c']);
});

test('a reference that leads nowhere fails the step, and nothing of it is sent', async () => {
  const world = startWorld();
  const failed = await world.run([
    { id: 'all', tool: 'things_list', args: {} },
    make('b', 'things_make', { args: { name: '{{all.names[7]}}' } }),
  ]);
  expect(failed).toMatchObject({
    status: 'failed',
    current_step: 2,
    failure: { code: 'PIPELINE_REFERENCE_UNRESOLVED' },
  });
});

test('a result that is not of the promised shape was applied all the same: a person decides', async () => {
  const world = startWorld();
  world.platform.interfere = (moment, { name }) => {
    if (moment === 'answered' && name === 'a') {
      throw Object.assign(lost(), { outcome: 'applied', code: 'INTERNAL_ERROR' });
    }
  };
  const summary = await world.run([make('a'), make('b')]);
  expect(summary).toMatchObject({ status: 'needs_review', current_step: 1 });
  expect(summary.failure?.message).toContain('It was applied, and its result is not known.');
  expect(await world.resume(summary.id, { step: 'a', outcome: 'applied' })).toMatchObject({
    status: 'completed',
  });
  expect(world.platform.count('a')).toBe(1);
});

describe('a step that is refused with a time to come again', () => {
  test('is made then, by itself', async () => {
    const world = startWorld();
    let refusals = 0;
    world.platform.interfere = () => {
      refusals += 1;
      if (refusals <= 2) throw refusal({ retriable: true, retryAfterMs: 30_000 });
    };
    const waiting = await world.run([make('a')]);
    expect(waiting).toMatchObject({ status: 'waiting', current_step: 1 });
    world.clock.advance(29_000);
    world.engine.wake();
    expect(await world.status(waiting.id)).toMatchObject({ status: 'waiting' });
    for (const time of [1000, 30_000]) {
      world.clock.advance(time);
      world.engine.wake();
      await world.engine.idle();
    }
    expect(await world.status(waiting.id)).toMatchObject({ status: 'completed' });
    expect(world.platform.count('a')).toBe(1);
  });

  test('fails in the end', async () => {
    const world = startWorld();
    world.platform.interfere = () => {
      throw refusal({ retriable: true, retryAfterMs: 1000 });
    };
    const { id } = await world.run([make('a')]);
    for (let time = 0; time < 20; time += 1) {
      world.clock.advance(1000);
      world.engine.wake();
      await world.engine.idle();
    }
    expect(await world.status(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'DISCORD_PERMISSION_DENIED' },
    });
  });
});

describe('workflow_resume', () => {
  test('leaves a completed workflow as it is', async () => {
    const world = startWorld();
    const done = await world.run([make('a')]);
    expect(await world.resume(done.id)).toEqual(done);
    expect(world.platform.requests).toEqual(['things_make a']);
  });

  test.each(['queued', 'running', 'waiting'])('refuses a workflow that is %s', async (state) => {
    const world = startWorld();
    let isRefused: unknown;
    const refuse = async (id: string) => {
      isRefused = errorOf(await world.call('workflow_resume', { id, target }));
    };
    if (state === 'queued') {
      await refuse((await world.start([make('a')])).id);
    } else if (state === 'waiting') {
      const wait = { tool: 'workflow_wait', args: { seconds: 9 } };
      await refuse((await world.run([wait])).id);
    } else {
      const { id } = await world.start([make('a')]);
      world.platform.interfere = (moment) => (moment === 'sent' ? refuse(id) : undefined);
      await world.engine.idle();
    }
    expect(isRefused).toMatchObject({
      code: 'WORKFLOW_RUNNING',
      outcome: 'not_applied',
      message: expect.stringContaining(`is ${state}`),
    });
  });

  test('of two at once, one is refused and the step is sent once', async () => {
    const world = startWorld();
    world.platform.interfere = () => {
      throw refusal();
    };
    const { id } = await world.run([make('a', 'things_fire')]);
    world.platform.interfere = () => undefined;
    const outcomes = await Promise.all([
      world.call('workflow_resume', { id, target }),
      world.call('workflow_resume', { id, target }),
    ]);
    await world.engine.idle();
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['error', 'result']);
    expect(world.platform.count('a')).toBe(1);
  });
});

test('ten parked workflows do not block an eleventh, though only one call is made at a time', async () => {
  const world = startWorld({ concurrency: 1 });
  world.platform.interfere = (moment, { name }) => {
    if (moment === 'answered' && name.startsWith('parked')) throw lost();
  };
  for (let parked = 0; parked < 10; parked += 1) {
    const { status } = await world.run([make(`parked${parked}`, 'things_fire')]);
    expect(status).toBe('needs_review');
  }
  expect(await world.run([make('eleventh')])).toMatchObject({ status: 'completed' });
});

test('a workflow goes on when whoever started it is gone', async () => {
  const world = startWorld();
  const controller = new AbortController();
  const outcome = await world.dispatch(
    'workflow_start',
    { target, steps: [make('a'), make('b')] },
    { caller: { id: 'alice', groups: [] }, signal: controller.signal },
  );
  controller.abort();
  await world.engine.idle();
  expect(await world.status(structuredOf<{ id: string }>(outcome).id)).toMatchObject({
    status: 'completed',
  });
});
