// A server with nothing but an engine. Takes commands as lines of JSON and answers in lines of JSON.
import { createInterface } from 'node:readline';
import { type NewRun, ToolError } from '@guildline/mcp-core';
import { createDbosEngine, type DbosEngineSource, type EngineTiming } from '../../src/index.ts';

/** What a run is told to do: so many steps, and a stop inside one of them. */
export interface WorkerInput {
  readonly steps: number;
  /** The step whose work waits for the command `go` in every process. */
  readonly holdAt?: number;
  /** Milliseconds to wait, as a waiting run, before the last step. */
  readonly wait?: number;
}

/** What a worker is started with. */
export interface WorkerSettings {
  readonly folder: string;
  readonly databaseUrl?: string;
  readonly replica?: string;
  readonly timing: Partial<EngineTiming>;
  /** Milliseconds that this process's clock is ahead. */
  readonly clockAhead?: number;
}

/** A command; its answer carries the same number. */
export type WorkerCommand = { readonly number: number } & (
  | { readonly do: 'open' | 'close' | 'go' | 'loaded' }
  | { readonly do: 'start'; readonly run: NewRun }
  | { readonly do: 'find' | 'cancel' | 'kept'; readonly id: string }
);

/** A line that a worker says. */
export type WorkerLine =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'step';
      readonly run: string;
      readonly step: number;
      readonly earlier: boolean;
    }
  | { readonly kind: 'execution'; readonly run: string; readonly cancelled: boolean }
  | { readonly kind: 'ended'; readonly run: string; readonly error: string }
  | { readonly kind: 'report'; readonly line: string }
  | {
      readonly kind: 'answer';
      readonly number: number;
      readonly value?: unknown;
      readonly error?: unknown;
    };

const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;
const say = (line: WorkerLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
let release = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});
const now = () => Date.now() + (settings.clockAhead ?? 0);

const source: DbosEngineSource = {
  ...settings,
  clock: { now },
  report: (line) => say({ kind: 'report', line }),
  execute: async (execution) => {
    const { run, signal } = execution;
    const { steps, holdAt, wait } = run.input as WorkerInput;
    say({ kind: 'execution', run: run.id, cancelled: signal.aborted });
    const cancelled = new Promise<'cancelled'>((resolve) => {
      signal.addEventListener('abort', () => resolve('cancelled'));
    });
    try {
      for (let step = 0; step < steps; step += 1) {
        if (signal.aborted) return { status: 'cancelled', position: step, note: null };
        if (step === steps - 1 && wait !== undefined && run.note === null) {
          return { status: 'waiting', position: step, note: 'waited', wakeAt: now() + wait };
        }
        await execution.keep(step, `${step} work`, async () => {
          const claim = await execution.claim(step, now() + 60_000);
          say({ kind: 'step', run: run.id, step, earlier: claim !== undefined });
          if (step === holdAt) await Promise.race([released, cancelled]);
          return process.pid;
        });
      }
      return { status: 'completed', position: steps, note: run.note };
    } catch (error) {
      say({ kind: 'ended', run: run.id, error: String(error) });
      throw error;
    }
  },
};
const engine = createDbosEngine(source);

async function obey(command: WorkerCommand): Promise<unknown> {
  switch (command.do) {
    case 'open':
      return engine.open();
    case 'close':
      await engine.close();
      return process.stdin.destroy();
    case 'go':
      return release();
    case 'loaded':
      return Object.keys(require.cache).filter((path) => /dbos|pglite|[\\/]pg[\\/]/.test(path));
    case 'start':
      return engine.start(command.run);
    case 'find':
      return engine.find(command.id);
    case 'cancel':
      return engine.cancel(command.id);
    case 'kept':
      return [...(await engine.kept(command.id))];
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const command = JSON.parse(line) as WorkerCommand;
  const { number } = command;
  obey(command).then(
    (value) => say({ kind: 'answer', number, value }),
    (error: unknown) => {
      const shape = error instanceof ToolError ? error.toJSON() : { message: String(error) };
      say({ kind: 'answer', number, error: shape });
    },
  );
});
say({ kind: 'ready' });
