import { describe, expect, test } from 'vitest';
import type { CallTool, Step, StepRecord } from '../../src/index.ts';
import { Failed } from '../fakes.ts';
import { echo, run } from './run.ts';

describe('failures', () => {
  const failing: readonly Step[] = [
    { id: 'announce', tool: 'echo', args: {} },
    { id: 'event', tool: 'fail', args: {} },
    { id: 'grant', tool: 'echo', args: {} },
  ];

  test('a failure ends the run, and steps after it are absent', async () => {
    const { steps, variables, aborted, tools } = await run(failing, {
      echo,
      fail: () => new Failed(),
    });
    expect(aborted).toBe(true);
    expect(steps.map(({ id, status }) => [id, status])).toEqual([
      ['announce', 'success'],
      ['event', 'error'],
    ]);
    expect(steps[1]).toMatchObject({
      error: {
        code: 'DISCORD_PERMISSION_DENIED',
        message: 'Missing MANAGE_EVENTS',
        retriable: false,
      },
    });
    expect(Object.keys(variables)).toEqual(['announce']);
    expect(tools.calls).toHaveLength(2);
  });

  test('with continue_on_error the run goes on, and the failed step has no result', async () => {
    const steps = failing.map((step) => ({ ...step, continue_on_error: true }));
    const result = await run(steps, { echo, fail: () => new Failed() });
    expect(result.aborted).toBe(false);
    expect(result.steps.map(({ status }) => status)).toEqual(['success', 'error', 'success']);
    expect(Object.keys(result.variables)).toEqual(['announce', 'grant']);
  });

  test('a later step can tolerate a failed one, or be skipped', async () => {
    const { tools, steps } = await run(
      [
        { id: 'bad', tool: 'fail', args: {}, continue_on_error: true },
        { tool: 'echo', args: { x: "{{bad.id || 'none'}}" } },
        { tool: 'echo', args: { x: '{{bad.id}}' }, if: '{{bad.id}}' },
      ],
      { echo, fail: () => new Failed() },
    );
    expect(tools.calls[1]?.args).toEqual({ x: 'none' });
    expect(steps[2]).toEqual({ id: 'step_2', tool: 'echo', status: 'skipped', duration_ms: 0 });
  });

  test('a template that cannot be filled fails its step before the call', async () => {
    const { steps, tools, aborted } = await run(
      [
        { id: 'a', tool: 'echo', args: { here: 1 } },
        { id: 'b', tool: 'echo', args: { list: ['x', 'see {{a.there}}'] } },
      ],
      { echo },
    );
    expect(aborted).toBe(true);
    expect(tools.calls).toHaveLength(1);
    expect(steps[1]).toEqual({
      id: 'b',
      tool: 'echo',
      status: 'error',
      duration_ms: 0,
      error: {
        code: 'PIPELINE_REFERENCE_UNRESOLVED',
        message:
          "list[1]: {{a.there}}: a has no there. It has: here. Did you mean here? If it may be missing, give it a default: {{… || 'none'}}.",
        retriable: false,
        outcome: 'not_applied',
        details: { expression: 'a.there', path: ['list', 1] },
      },
    });
  });

  test('a condition that cannot be evaluated fails its step; it does not skip it', async () => {
    const { steps } = await run(
      [
        { id: 'a', tool: 'echo', args: {} },
        { id: 'b', tool: 'echo', args: {}, if: 'length(a.none) > `1`' },
      ],
      { echo },
    );
    expect(steps[1]).toMatchObject({
      status: 'error',
      error: {
        code: 'PIPELINE_REFERENCE_UNRESOLVED',
        message: expect.stringMatching(/^if: \{\{length/) as string,
        outcome: 'not_applied',
      },
    });
  });

  test('a call that throws nevertheless is a defect with an unknown outcome', async () => {
    const { steps, aborted } = await run([{ tool: 'throw', args: {} }], {
      throw: () => {
        throw new TypeError(`cannot read${' x'.repeat(1000)}`);
      },
    });
    expect(aborted).toBe(true);
    expect(steps[0]).toMatchObject({
      status: 'error',
      error: { code: 'INTERNAL_ERROR', retriable: false, outcome: 'unknown' },
    });
    const { message } = (steps[0] as Extract<StepRecord, { status: 'error' }>).error;
    expect(message).toContain('TypeError: cannot read');
    expect(message.length).toBeLessThan(500);
  });

  test.each([undefined, null, 'text', { ok: false }, { ok: false, error: {} }, { ok: 1 }])(
    'a call that answers %j is a defect too',
    async (answer) => {
      const call = (() => Promise.resolve(answer)) as unknown as CallTool;
      const { steps } = await run([{ tool: 'odd', args: {} }], {}, { call });
      expect(steps[0]).toMatchObject({ error: { code: 'INTERNAL_ERROR', outcome: 'unknown' } });
    },
  );

  test('what is thrown need not be an error', async () => {
    const call: CallTool = () => Promise.reject('just text' as unknown as Error);
    const { steps } = await run([{ tool: 'odd', args: {} }], {}, { call });
    expect(steps[0]).toMatchObject({ error: { code: 'INTERNAL_ERROR', outcome: 'unknown' } });
  });
});
