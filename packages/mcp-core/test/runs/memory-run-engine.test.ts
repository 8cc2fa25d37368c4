import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryRunEngine, type Execute, type MemoryRunEngine } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';
import { newRun } from './engine-world.ts';
import { runEngineContract } from './run-engine-contract.ts';

const engines: MemoryRunEngine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

function start(execute: Execute) {
  const clock = new ManualClock();
  const engine = createMemoryRunEngine({ execute, clock });
  engines.push(engine);
  return { engine, clock };
}

describe('the engine in memory', () => {
  test.each(runEngineContract)('$claim', async ({ check }) => {
    await check(async (execute) => {
      const { engine, clock } = start(execute);
      return {
        engine,
        clock,
        takeOver: async (id) => engine.takeOver(id),
        wake: async () => engine.wake(),
        idle: () => engine.idle(),
      };
    });
  });
});

test('values go in and out as copies', async () => {
  const { engine } = start(async (execution) => {
    const value = { list: [1] };
    const kept = await execution.keep(0, '0', async () => value);
    value.list.push(2);
    return { status: 'completed', position: 1, note: kept };
  });
  const { run } = await engine.start(newRun());
  await engine.idle();
  expect((await engine.find(run.id))?.note).toEqual({ list: [1] });
});

test('a thousand runs that have ended are remembered, and those that wait for somebody are never forgotten', async () => {
  const { engine } = start(async (execution) => ({
    status: execution.run.input === 'park' ? 'needs_review' : 'completed',
    position: 0,
    note: {},
  }));
  const parked = (await engine.start(newRun({ input: 'park' }))).run;
  const first = (await engine.start(newRun({ key: 'first' }))).run;
  for (let started = 0; started < 1000; started += 1) await engine.start(newRun());
  await engine.idle();
  expect(await engine.find(first.id)).toBeUndefined();
  expect((await engine.start(newRun({ key: 'first' }))).isNew).toBe(true);
  expect(await engine.find(parked.id)).toMatchObject({ status: 'needs_review' });
});

test('a closed engine takes no runs', async () => {
  const { engine } = start(async () => ({ status: 'completed', position: 0, note: {} }));
  await engine.close();
  await expect(engine.start(newRun())).rejects.toMatchObject({
    code: 'WORKFLOW_UNAVAILABLE',
    outcome: 'not_applied',
  });
});

test('a waiting run wakes by itself in real time', async () => {
  const clock = { now: () => Date.now() };
  let executions = 0;
  const engine = createMemoryRunEngine({
    clock,
    execute: async () => {
      executions += 1;
      return executions === 1
        ? { status: 'waiting', position: 0, note: {}, wakeAt: clock.now() + 5 }
        : { status: 'completed', position: 0, note: {} };
    },
  });
  engines.push(engine);
  const { run } = await engine.start(newRun());
  await expect.poll(async () => (await engine.find(run.id))?.status).toBe('completed');
});
