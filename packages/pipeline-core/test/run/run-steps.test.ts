import { describe, expect, test } from 'vitest';
import { checkSteps, runSteps } from '../../src/index.ts';
import { FakeClock, FakeTools, findAny } from '../fakes.ts';
import { echo, run } from './run.ts';

describe('data', () => {
  test('a step sees the results of earlier steps', async () => {
    const { steps, variables, aborted } = await run(
      [
        { id: 'a', tool: 'echo', args: { n: 1, list: [{ id: 'x' }] } },
        { tool: 'echo', args: { n: '{{a.n}}', text: 'id {{a.list[0].id}}' }, save_as: 'second' },
        { tool: 'echo', args: { both: '{{[step_1.n, second.text]}}' } },
      ],
      { echo },
    );
    expect(aborted).toBe(false);
    expect(steps).toEqual([
      {
        id: 'a',
        tool: 'echo',
        status: 'success',
        result: { n: 1, list: [{ id: 'x' }] },
        duration_ms: 0,
      },
      {
        id: 'step_1',
        tool: 'echo',
        status: 'success',
        result: { n: 1, text: 'id x' },
        duration_ms: 0,
      },
      {
        id: 'step_2',
        tool: 'echo',
        status: 'success',
        result: { both: [1, 'id x'] },
        duration_ms: 0,
      },
    ]);
    expect(variables).toEqual({
      a: { n: 1, list: [{ id: 'x' }] },
      step_1: { n: 1, text: 'id x' },
      second: { n: 1, text: 'id x' },
      step_2: { both: [1, 'id x'] },
    });
  });

  test('a tool gets the position, the id and filled arguments', async () => {
    const { tools } = await run(
      [
        { id: 'a', tool: 'echo', args: {} },
        { id: 'b', tool: 'echo', args: { x: '{{a}}' } },
      ],
      { echo },
    );
    expect(tools.calls).toEqual([
      { index: 0, id: 'a', tool: 'echo', args: {} },
      { index: 1, id: 'b', tool: 'echo', args: { x: {} } },
    ]);
  });

  test('variables have no prototype', async () => {
    const { variables } = await run([{ tool: 'echo', args: {} }], { echo });
    expect(Object.getPrototypeOf(variables)).toBeNull();
  });

  test('a success always has a result', async () => {
    const { steps, variables } = await run([{ id: 'a', tool: 'nothing', args: {} }], {
      nothing: () => undefined,
    });
    expect(steps[0]).toEqual({
      id: 'a',
      tool: 'nothing',
      status: 'success',
      result: null,
      duration_ms: 0,
    });
    expect(variables).toEqual({ a: null });
  });

  test('text from a result is never expanded, whatever it holds', async () => {
    const { tools } = await run(
      [
        { id: 'secret', tool: 'echo', args: { value: 's3cret' } },
        { id: 'evil', tool: 'message', args: {} },
        { tool: 'echo', args: { whole: '{{evil.text}}', part: 'they said {{evil.text}}' } },
      ],
      { echo, message: () => ({ text: '{{secret.value}}' }) },
    );
    expect(tools.calls[2]?.args).toEqual({
      whole: '{{secret.value}}',
      part: 'they said {{secret.value}}',
    });
  });

  test('the same steps can be run again', async () => {
    const { steps } = checkSteps([{ id: 'a', tool: 'echo', args: { x: { y: 1 } } }], findAny());
    const tools = new FakeTools({ echo });
    const ports = { call: tools.call, clock: new FakeClock() };
    expect(await runSteps(steps, ports)).toEqual(await runSteps(steps, ports));
  });
});

describe('conditions', () => {
  test('a step is skipped only for a falsy if, and has no result', async () => {
    const { steps, variables, tools } = await run(
      [
        { id: 'a', tool: 'echo', args: { count: 0, list: ['x'] } },
        { id: 'no', tool: 'echo', args: {}, if: '{{a.count}}' },
        { id: 'yes', tool: 'echo', args: {}, if: 'length(a.list) > `0`' },
      ],
      { echo },
    );
    expect(steps.map(({ status }) => status)).toEqual(['success', 'skipped', 'success']);
    expect(Object.keys(variables)).toEqual(['a', 'yes']);
    expect(tools.calls.map(({ id }) => id)).toEqual(['a', 'yes']);
  });

  test('the templates of a skipped step are not filled', async () => {
    const { steps } = await run(
      [
        { id: 'a', tool: 'echo', args: {} },
        { tool: 'echo', args: { x: '{{a.missing}}' }, if: 'a.missing' },
      ],
      { echo },
    );
    expect(steps[1]?.status).toBe('skipped');
  });
});

test('steps that did not all pass the check are not run', async () => {
  const { steps } = checkSteps(
    [
      { tool: 'echo', args: { x: '{{' } },
      { tool: 'echo', args: {} },
    ],
    findAny(),
  );
  const tools = new FakeTools({ echo });
  await expect(runSteps(steps, { call: tools.call, clock: new FakeClock() })).rejects.toThrow(
    TypeError,
  );
  expect(tools.calls).toEqual([]);
});

test('no steps give an empty run', async () => {
  const { steps, variables, aborted } = await run([], {});
  expect([steps, Object.keys(variables), aborted]).toEqual([[], [], false]);
});

test('a tool that changes its arguments changes no result and no later step', async () => {
  const tools = new FakeTools({
    list: () => ({ items: [{ id: '1' }] }),
    spoil: (args) => {
      const items = args['items'] as { id: string }[];
      (items[0] as { id: string }).id = 'spoiled';
      items.push({ id: 'more' });
      (args as Record<string, unknown>)['literal'] = 'spoiled';
      return { ok: true };
    },
    read: (args) => ({ seen: args['items'] }),
  });
  const args = { items: '{{list.items}}', literal: 'kept' };
  const { steps } = checkSteps(
    [
      { id: 'list', tool: 'list', args: {} },
      { id: 'spoil', tool: 'spoil', args },
      { id: 'read', tool: 'read', args: { items: '{{list.items}}' } },
    ],
    findAny(),
  );
  const result = await runSteps(steps, { call: tools.call, clock: new FakeClock() });
  expect(result.variables['read']).toEqual({ seen: [{ id: '1' }] });
  expect(args).toEqual({ items: '{{list.items}}', literal: 'kept' });
});
