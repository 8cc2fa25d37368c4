import { describe, expect, test } from 'vitest';
import { lost, refusal } from './platform.ts';
import { make, startWorld, structuredOf, target, type WorkflowWorld } from './workflow-world.ts';

async function cancel(world: WorkflowWorld, id: string) {
  return structuredOf<{ status: string }>(await world.call('workflow_cancel', { id, target }));
}

describe('workflow_cancel', () => {
  test('ends a queued workflow before it begins', async () => {
    const world = startWorld();
    const { id } = await world.start([make('a')]);
    expect(await cancel(world, id)).toMatchObject({ status: 'cancelled', cancel_requested: true });
    await world.engine.idle();
    expect(world.platform.requests).toEqual([]);
  });

  test.each(['parked', 'failed', 'waiting'])('ends a %s workflow at once', async (state) => {
    const world = startWorld();
    world.platform.interfere = (moment) => {
      if (moment === 'answered' && state === 'parked') throw lost();
      if (state === 'failed') throw refusal();
    };
    const wait = { id: 'a', tool: 'workflow_wait', args: { seconds: 60 } };
    const { id } = await world.run(state === 'waiting' ? [wait] : [make('a', 'things_fire')]);
    const summary = await cancel(world, id);
    expect(summary).toMatchObject({ status: 'cancelled', cancel_requested: true, current_step: 1 });
    expect(summary).not.toHaveProperty('failure');
    world.clock.advance(120_000);
    world.engine.wake();
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({ status: 'cancelled' });
  });

  test('leaves a completed workflow as it is', async () => {
    const world = startWorld();
    const done = await world.run([make('a')]);
    expect(await cancel(world, done.id)).toEqual(done);
  });

  test('between two steps keeps what has run, and the rest runs after a resume', async () => {
    const world = startWorld();
    const { id } = await world.start([make('a'), make('b')]);
    world.platform.interfere = async (moment) => {
      if (moment === 'answered') await cancel(world, id);
    };
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({
      status: 'cancelled',
      completed_steps: 1,
      current_step: 2,
    });
    world.platform.interfere = () => undefined;
    expect(await world.resume(id)).toMatchObject({ status: 'completed', cancel_requested: true });
    expect(world.platform.requests).toEqual(['things_make a', 'things_make b']);
  });
});

describe('a cancellation in the middle of a call', () => {
  /** The call of `a` is cancelled, and its answer is lost with it. */
  async function cancelInCall(tool: string, moment: 'sent' | 'answered') {
    const world = startWorld();
    const { id } = await world.start([make('a', tool), make('b')]);
    world.platform.interfere = async (now, { name, context }) => {
      if (now !== moment || name !== 'a') return;
      await cancel(world, id);
      expect(context.signal.aborted).toBe(true);
      throw lost();
    };
    await world.engine.idle();
    expect(await world.status(id)).toMatchObject({ status: 'cancelled', current_step: 1 });
    expect(world.platform.count('b')).toBe(0);
    world.platform.interfere = () => undefined;
    return { world, id };
  }

  test.each([
    ['things_make', 'sent'],
    ['things_make', 'answered'],
    ['things_post', 'answered'],
    ['things_put', 'answered'],
  ] as const)('of %s, once %s, then a resume: it is done once', async (tool, moment) => {
    const { world, id } = await cancelInCall(tool, moment);
    expect(await world.resume(id)).toMatchObject({ status: 'completed' });
    expect(world.platform.count('a')).toBe(1);
  });

  test('that can neither be repeated nor looked up, then a resume: a person decides', async () => {
    const { world, id } = await cancelInCall('things_fire', 'answered');
    expect(await world.resume(id)).toMatchObject({ status: 'needs_review', current_step: 1 });
    expect(world.platform.count('a')).toBe(1);
  });

  test('is told as it is: what the step did is unknown', async () => {
    const { world, id } = await cancelInCall('things_fire', 'sent');
    const outcome = await world.call('workflow_result', { id, target });
    expect(outcome).toMatchObject({ meta: { 'guildline/errors': { a: { outcome: 'unknown' } } } });
  });
});

test('a cancellation while a look-up waits for its time ends the workflow, and a resume settles the call', async () => {
  let isPatient = true;
  const world = startWorld({
    sleep: async (milliseconds, signal) => {
      if (!isPatient) return world.clock.advance(milliseconds);
      await cancel(world, id);
      signal.throwIfAborted();
    },
  });
  world.platform.interfere = (moment, { name }) => {
    if (moment === 'answered' && name === 'a') throw lost();
  };
  const { id } = await world.start([make('a')]);
  await world.engine.idle();
  expect(await world.status(id)).toMatchObject({ status: 'cancelled', current_step: 1 });
  isPatient = false;
  expect(await world.resume(id)).toMatchObject({ status: 'completed' });
  expect(world.platform.requests).toEqual(['things_make a']);
});

test('a cancellation while a call waits for its turn makes no call', async () => {
  const world = startWorld({ concurrency: 1 });
  let second = '';
  world.platform.interfere = async (moment, { name }) => {
    if (name !== 'slow' || moment !== 'sent') return;
    await new Promise((resolve) => setImmediate(resolve));
    await cancel(world, second);
  };
  await world.start([make('slow')]);
  second = (await world.start([make('a', 'things_fire')])).id;
  await world.engine.idle();
  expect(await world.status(second)).toMatchObject({ status: 'cancelled' });
  expect(world.platform.count('a')).toBe(0);
  expect(await world.resume(second)).toMatchObject({ status: 'completed' });
});
