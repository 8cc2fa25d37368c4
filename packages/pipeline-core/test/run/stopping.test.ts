import { describe, expect, test } from 'vitest';
import type { Cancellation, Step } from '../../src/index.ts';
import { type Answer, Failed, FakeClock } from '../fakes.ts';
import { echo, run } from './run.ts';

describe('stopping', () => {
  const three: readonly Step[] = ['a', 'b', 'c'].map((id) => ({
    id,
    tool: 'work',
    args: {},
    continue_on_error: true,
  }));

  test('a cancellation ends the run before the next step, which says so', async () => {
    const signal: Cancellation & { aborted: boolean } = { aborted: false };
    const { steps, aborted, tools } = await run(
      three,
      {
        work: (_args, { id }) => {
          signal.aborted = id === 'b';
          return {};
        },
      },
      { signal },
    );
    expect(aborted).toBe(true);
    expect(tools.calls).toHaveLength(2);
    expect(steps.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'success'],
      ['b', 'success'],
      ['c', 'error'],
    ]);
    expect(steps[2]).toMatchObject({
      error: { code: 'CANCELLED', outcome: 'not_applied', retriable: false },
      duration_ms: 0,
    });
  });

  test('a passed deadline ends the run before the next step, which says so', async () => {
    const clock = new FakeClock(1000);
    const work = () => {
      clock.pass(60);
      return {};
    };
    const { steps, aborted } = await run(three, { work }, { clock, deadline: 1120 });
    expect(aborted).toBe(true);
    expect(steps.map(({ status, duration_ms }) => [status, duration_ms])).toEqual([
      ['success', 60],
      ['success', 60],
      ['error', 0],
    ]);
    expect(steps[2]).toMatchObject({ error: { code: 'PIPELINE_TIMEOUT', outcome: 'not_applied' } });
  });

  test.each(['CANCELLED', 'PIPELINE_TIMEOUT'])(
    'a call that ends with %s ends the run, whatever continue_on_error says',
    async (code) => {
      const { steps, aborted } = await run(three, {
        work: () => new Failed({ code, outcome: 'unknown' }),
      });
      expect(aborted).toBe(true);
      expect(steps).toHaveLength(1);
      expect(steps[0]).toMatchObject({ error: { code, outcome: 'unknown' } });
    },
  );

  test('a stop after the last step does not turn a finished run into an aborted one', async () => {
    const signal: Cancellation & { aborted: boolean } = { aborted: false };
    const clock = new FakeClock(0);
    const work: Answer = (_args, { id }) => {
      signal.aborted = id === 'c';
      clock.pass(id === 'c' ? 1000 : 0);
      return {};
    };
    const { steps, aborted } = await run(three, { work }, { signal, clock, deadline: 500 });
    expect(aborted).toBe(false);
    expect(steps.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
  });

  test('a run that is cancelled before it begins calls nothing', async () => {
    const { steps, tools, aborted, variables } = await run(
      three,
      {},
      { signal: { aborted: true } },
    );
    expect(tools.calls).toEqual([]);
    expect(aborted).toBe(true);
    expect(steps).toHaveLength(1);
    expect(variables).toEqual({});
  });

  test('cancellation comes before a passed deadline', async () => {
    const { steps } = await run(three, {}, { signal: { aborted: true }, deadline: 0 });
    expect(steps[0]).toMatchObject({ error: { code: 'CANCELLED' } });
  });
});

describe('time', () => {
  test('durations are whole milliseconds from the clock', async () => {
    const clock = new FakeClock(0.25);
    const work: Answer = (_args, { index }) => {
      clock.pass(index === 0 ? 141.6 : 88.1);
      return {};
    };
    const steps: readonly Step[] = [
      { tool: 'work', args: {} },
      { tool: 'work', args: {} },
    ];
    const result = await run(steps, { work }, { clock });
    expect(result.steps.map(({ duration_ms }) => duration_ms)).toEqual([142, 88]);
    expect(result.total_duration_ms).toBe(230);
  });

  test('a clock that is set back gives no negative duration', async () => {
    const clock = new FakeClock();
    const result = await run(
      [{ tool: 'work', args: {} }],
      { work: () => clock.pass(-5000) },
      { clock },
    );
    expect(result.steps[0]?.duration_ms).toBe(0);
    expect(result.total_duration_ms).toBe(0);
  });
});

describe('listening', () => {
  test('each step that ends is reported in order, failures and skips too', async () => {
    const seen: unknown[] = [];
    await run(
      [
        { id: 'a', tool: 'echo', args: {} },
        { id: 'b', tool: 'echo', args: {}, if: 'a.no' },
        { id: 'c', tool: 'fail', args: {} },
        { id: 'd', tool: 'echo', args: {} },
      ],
      { echo, fail: () => new Failed() },
      { onStep: ({ id, status }, index) => seen.push([index, id, status]) },
    );
    expect(seen).toEqual([
      [0, 'a', 'success'],
      [1, 'b', 'skipped'],
      [2, 'c', 'error'],
    ]);
  });

  test('a listener that throws loses nothing', async () => {
    const onStep = () => {
      throw new Error('listener');
    };
    const { steps, aborted } = await run(
      [
        { tool: 'echo', args: {} },
        { tool: 'echo', args: {} },
      ],
      { echo },
      { onStep },
    );
    expect(aborted).toBe(false);
    expect(steps).toHaveLength(2);
  });
});
