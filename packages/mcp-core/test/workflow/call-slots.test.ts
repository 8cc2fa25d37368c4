import { expect, test } from 'vitest';
import { CallSlots } from '../../src/workflow/call-slots.ts';
import { gate } from '../runs/engine-world.ts';

const signal = new AbortController().signal;

test('no more calls run at once than there are slots, and those that wait come in order', async () => {
  const slots = new CallSlots(2);
  const gates = Array.from({ length: 5 }, () => gate());
  const begun: number[] = [];
  const calls = gates.map(({ opened }, index) =>
    slots.run(signal, async () => {
      begun.push(index);
      await opened;
      return index;
    }),
  );
  await Promise.resolve();
  for (const [index, { open }] of gates.entries()) {
    await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4].slice(0, index + 2));
    open();
    await calls[index];
  }
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4]);
});

test('a slot is free again after a call that failed', async () => {
  const slots = new CallSlots(1);
  const failing = slots.run(signal, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await slots.run(signal, async () => 'next')).toBe('next');
});

test('whoever is aborted while waiting never runs, and keeps no slot', async () => {
  const slots = new CallSlots(1);
  const { open, opened } = gate();
  const first = slots.run(signal, () => opened);
  const controller = new AbortController();
  let hasRun = false;
  const second = slots.run(controller.signal, async () => {
    hasRun = true;
  });
  controller.abort();
  expect(await second).toBeUndefined();
  open();
  await first;
  expect(await slots.run(controller.signal, async () => 1)).toBeUndefined();
  expect(await slots.run(signal, async () => 2)).toBe(2);
  expect(hasRun).toBe(false);
});

test('there is at least one slot', () => {
  expect(() => new CallSlots(0)).toThrow(TypeError);
  expect(() => new CallSlots(Number.NaN)).toThrow(TypeError);
});
