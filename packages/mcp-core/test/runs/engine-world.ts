import type { Execute, Execution, NewRun, Run, RunEngine } from '../../src/index.ts';

/** An engine under test, and what only a test does with it. */
export interface EngineWorld {
  readonly engine: RunEngine;
  readonly clock: { now(): number; advance(milliseconds: number): void };
  /** Executes a running run anew while its execution still goes on, as a takeover does. */
  takeOver(id: string): Promise<void>;
  /** Lets the time of waiting runs come, if the clock says so. */
  wake(): Promise<void>;
  /** Resolves once no run is queued or running. */
  idle(): Promise<void>;
}

/** One claim about every engine. */
export interface EngineClaim {
  readonly claim: string;
  readonly check: (start: (execute: Execute) => Promise<EngineWorld>) => Promise<void>;
}

let serial = 0;

/** A run of three steps, each of which keeps the number of the execution that made it. */
export function newRun(more: Partial<NewRun> = {}): NewRun {
  serial += 1;
  return {
    id: `wf_${serial.toString(16).padStart(32, '0')}`,
    kind: 'test',
    caller: 'alice',
    key: undefined,
    input: { serial },
    ...more,
  };
}

/** A promise that the test resolves. */
export function gate<Value = void>() {
  let open: (value: Value) => void = () => undefined;
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A run's work that has come to its end. */
export const done = (position: number) => ({ status: 'completed', position, note: {} }) as const;

/** Keeps positions 0 to 2 and completes; what is given happens inside the step at that position. */
export function threeSteps(
  inside: (execution: Execution, position: number) => Promise<unknown>,
): Execute {
  return async (execution) => {
    for (const position of [0, 1, 2]) {
      await execution.keep(position, `${position} work`, () => inside(execution, position));
    }
    return done(3);
  };
}

export async function startOne(world: EngineWorld, more: Partial<NewRun> = {}): Promise<Run> {
  return (await world.engine.start(newRun(more))).run;
}

export async function found({ engine }: EngineWorld, { id }: Run): Promise<Run> {
  const run = await engine.find(id);
  if (!run) throw new Error(`No run ${id}.`);
  return run;
}
