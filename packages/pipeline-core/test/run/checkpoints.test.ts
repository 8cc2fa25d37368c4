import { describe, expect, test } from 'vitest';
import {
  checkSteps,
  type RunPorts,
  runSteps,
  type Step,
  type StepRecord,
} from '../../src/index.ts';
import { type Answer, Failed, FakeCheckpoints, FakeClock, FakeTools, findAny } from '../fakes.ts';

const steps: readonly Step[] = [
  { id: 'a', tool: 'work', args: {}, save_as: 'first' },
  { id: 'b', tool: 'work', args: { x: '{{a.n}}' } },
  { id: 'c', tool: 'work', args: { x: '{{b.n}} {{first.n}}' } },
];

const work: Answer = (_args, { index }) => ({ n: index });

function prepare(answer: Answer, checkpoints: FakeCheckpoints, ports: Partial<RunPorts> = {}) {
  const tools = new FakeTools({ work: answer });
  const checked = checkSteps(steps, findAny());
  const run = () =>
    runSteps(checked.steps, { call: tools.call, clock: new FakeClock(), checkpoints, ...ports });
  return { tools, run };
}

test('every step that ends is kept', async () => {
  const checkpoints = new FakeCheckpoints();
  const result = await prepare(work, checkpoints).run();
  expect([...checkpoints.records]).toEqual([...result.steps.entries()]);
});

describe('a step with a record', () => {
  test('is not called again, and its result is there for later steps', async () => {
    const checkpoints = new FakeCheckpoints();
    const whole = await prepare(work, checkpoints).run();
    checkpoints.records.delete(2);
    const second = prepare(work, checkpoints);
    expect(await second.run()).toEqual(whole);
    expect(second.tools.calls).toEqual([{ index: 2, id: 'c', tool: 'work', args: { x: '1 0' } }]);
  });

  test('is not reported and not kept again', async () => {
    const checkpoints = new FakeCheckpoints();
    await prepare(work, checkpoints).run();
    checkpoints.records.delete(2);
    const kept: number[] = [];
    const keep = checkpoints.keep.bind(checkpoints);
    checkpoints.keep = (index, run) =>
      keep(index, () => {
        kept.push(index);
        return run();
      });
    const reported: number[] = [];
    await prepare(work, checkpoints, { onStep: (_record, index) => reported.push(index) }).run();
    expect(kept).toEqual([2]);
    expect(reported).toEqual([2]);
  });

  test('is used as it is: skipped, failed and tolerated, or failed for good', async () => {
    const checkpoints = new FakeCheckpoints();
    const failure = new Failed().failure;
    const record: StepRecord = {
      id: 'a',
      tool: 'work',
      status: 'error',
      error: failure,
      duration_ms: 7,
    };
    checkpoints.records.set(0, record);
    const { run, tools } = prepare(work, checkpoints);
    const result = await run();
    expect(result.aborted).toBe(true);
    expect(result.steps).toEqual([record]);
    expect(tools.calls).toEqual([]);
  });
});

describe('a stopped run', () => {
  test('keeps no record of the step that did not begin', async () => {
    const checkpoints = new FakeCheckpoints();
    const signal = { aborted: false };
    const stopping: Answer = (_args, { index }) => {
      signal.aborted = index === 1;
      return { n: index };
    };
    const { steps: records } = await prepare(stopping, checkpoints, { signal }).run();
    expect(records.map(({ status }) => status)).toEqual(['success', 'success', 'error']);
    expect([...checkpoints.records.keys()]).toEqual([0, 1]);
    const { aborted } = await prepare(work, checkpoints).run();
    expect(aborted).toBe(false);
  });

  test('is finished all the same if every step has a record', async () => {
    const checkpoints = new FakeCheckpoints();
    await prepare(work, checkpoints).run();
    const { aborted, steps: records } = await prepare(work, checkpoints, {
      signal: { aborted: true },
      deadline: 0,
    }).run();
    expect(aborted).toBe(false);
    expect(records).toHaveLength(3);
  });
});

describe('a store that fails', () => {
  test('after the call stops the run: what is not kept could be repeated', async () => {
    const checkpoints = new FakeCheckpoints();
    const keep = checkpoints.keep.bind(checkpoints);
    checkpoints.keep = async (index, run) => {
      if (index !== 1) return keep(index, run);
      await run();
      throw new Error('disk full');
    };
    const { run, tools } = prepare(work, checkpoints);
    await expect(run()).rejects.toThrow('disk full');
    expect(tools.calls).toHaveLength(2);
  });

  test('before the call stops the run, and the call is not made', async () => {
    const checkpoints = new FakeCheckpoints();
    checkpoints.keep = () => Promise.reject(new Error('unreadable'));
    const { run, tools } = prepare(work, checkpoints);
    await expect(run()).rejects.toThrow('unreadable');
    expect(tools.calls).toEqual([]);
  });
});

test('a record is kept before the listener hears of it', async () => {
  const checkpoints = new FakeCheckpoints();
  const order: string[] = [];
  const keep = checkpoints.keep.bind(checkpoints);
  checkpoints.keep = async (index, run) => {
    const record = await keep(index, run);
    order.push(`kept ${index}`);
    return record;
  };
  await prepare(work, checkpoints, {
    onStep: (_record, index) => order.push(`heard ${index}`),
  }).run();
  expect(order).toEqual(['kept 0', 'heard 0', 'kept 1', 'heard 1', 'kept 2', 'heard 2']);
});
