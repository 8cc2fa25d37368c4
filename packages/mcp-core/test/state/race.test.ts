import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineState, defineTool } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';
import { resultOf, startStateWorld } from './state-world.ts';

/** A clock on which calls can wait; time passes from one of them to the next. */
class SleepClock extends ManualClock {
  readonly #waiting: { readonly until: number; readonly wake: () => void }[] = [];

  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => {
      this.#waiting.push({ until: this.now() + milliseconds, wake });
    });
  }

  /** Wakes everybody, the earliest first, and lets each of them finish what it does at once. */
  async run(): Promise<void> {
    for (;;) {
      await new Promise(setImmediate);
      this.#waiting.sort((one, other) => one.until - other.until);
      const next = this.#waiting.shift();
      if (!next) return;
      this.advance(Math.max(0, next.until - this.now()));
      next.wake();
    }
  }
}

/** Numbers that look random and are the same in each run. */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const state = defineState({ history: () => z.array(z.int()) });

test.each([1, 2, 3])(
  'of 100 calls that store at the same time none is lost (seed %i)',
  async (seed) => {
    const clock = new SleepClock();
    const random = createNumbers(seed);
    const finished: number[] = [];
    const note = defineTool({
      name: 'note',
      category: 'test',
      title: 'Note',
      description: 'Notes a number.',
      input: () => z.strictObject({ number: z.int() }),
      output: () => z.object({ number: z.int() }),
      effect: 'once',
      stores: {
        history: ({ number }, { previous }) => [...((previous as number[]) ?? []), number],
      },
      run: async ({ number }) => {
        await clock.sleep(random() * 1000);
        if (random() < 0.5) await clock.sleep(random() * 1000);
        finished.push(number);
        return { number };
      },
    });
    const { call, stored } = startStateWorld(state, [note], { clock });
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const calls = numbers.map((number) => call('note', { number }));
    await clock.run();
    for (const outcome of await Promise.all(calls)) expect(resultOf(outcome).notes).toBeUndefined();
    expect(stored('history')).toEqual(finished);
    expect([...finished].sort((one, other) => one - other)).toEqual(numbers);
    expect(finished).not.toEqual(numbers);
  },
);
