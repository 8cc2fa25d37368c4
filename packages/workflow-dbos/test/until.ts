import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is there; the engine's own rounds decide when. */
export async function until<Value>(
  ask: () => Promise<Value | undefined | false>,
  what = 'what the test waits for',
): Promise<Value> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`Not within a minute: ${what}.`);
    await sleep(10);
  }
}

/** A promise that the test resolves. */
export function gate<Value = void>() {
  let open: (value: Value) => void = () => undefined;
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
