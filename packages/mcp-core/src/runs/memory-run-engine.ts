import type { Clock } from '@guildline/pipeline-core';
import { ToolError } from '../errors/tool-error.ts';
import { type Execute, ExecutionEnded } from './execution.ts';
import { MemoryExecution } from './memory-execution.ts';
import { MemoryRun } from './memory-run.ts';
import type { NewRun, Run, RunEnding } from './run.ts';
import type { RunEngine, RunFilter } from './run-engine.ts';

/** The parts of a {@link MemoryRunEngine}. */
export interface MemoryRunEngineSource {
  readonly execute: Execute;
  readonly clock: Clock;
}

/** Runs in memory, with what a test needs to play crashes and the passing of time. */
export interface MemoryRunEngine extends RunEngine {
  /** Executes a running run anew, as if the process that executed it had died, or had lost it. */
  takeOver(id: string): void;
  /** Queues the waiting runs whose time has come. In real time it happens by itself. */
  wake(): void;
  /** Resolves once no run is queued or running. */
  idle(): Promise<void>;
}

/** How many runs that have ended are remembered. */
const mostEnded = 1000;
/** The longest time, in milliseconds, that a timer of Node takes. */
const longestTimer = 2 ** 31 - 1;
/** Milliseconds that the calls in flight have when the engine is closed. */
const closingTime = 3000;

/**
 * A run engine that keeps everything in memory: for tests, and for servers whose runs need not
 * outlive the process. All the rest of the port holds.
 */
export function createMemoryRunEngine({ execute, clock }: MemoryRunEngineSource): MemoryRunEngine {
  const runs = new Map<string, MemoryRun>();
  const byKey = new Map<string, MemoryRun>();
  const idle = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const begin = (run: MemoryRun): void => {
    const execution = new MemoryExecution(run, { clock, isClosed: () => isClosed });
    run.own(execution);
    const started = Promise.resolve().then(() => execute(execution));
    started.then(
      (ending) => end(run, execution, ending),
      (reason: unknown) => {
        if (reason instanceof ExecutionEnded) return;
        const message = reason instanceof Error ? reason.message : String(reason);
        const note = { failure: { code: 'INTERNAL_ERROR', message } };
        end(run, execution, { status: 'failed', position: run.position, note });
      },
    );
  };
  const end = (run: MemoryRun, execution: MemoryExecution, ending: RunEnding): void => {
    if (isClosed || !run.isOwnedBy(execution)) return;
    run.end(ending, clock.now());
    settle();
  };
  const queue = (run: MemoryRun): void => {
    // Not before whoever started it has its answer.
    setImmediate(() => {
      if (!isClosed && run.status === 'queued') begin(run);
    });
  };
  /** After a run has ended: who waits for all of them, and when the next one goes on. */
  const settle = (): void => {
    forgetOldest();
    clearTimeout(timer);
    const times = [...runs.values()].flatMap(({ status, wakeAt }) =>
      status === 'waiting' && wakeAt !== undefined ? [wakeAt - clock.now()] : [],
    );
    if (times.length > 0 && !isClosed) {
      timer = setTimeout(wake, Math.max(0, Math.min(longestTimer, ...times)));
      timer.unref();
    }
    if ([...runs.values()].some(({ isBusy }) => isBusy)) return;
    for (const resolve of idle) resolve();
    idle.clear();
  };
  const forgetOldest = (): void => {
    const ended = [...runs.values()].filter(({ isEnded }) => isEnded);
    for (const run of ended.slice(0, Math.max(0, ended.length - mostEnded))) {
      runs.delete(run.id);
      if (run.key !== undefined) byKey.delete(nameKey(run));
    }
  };
  const wake = (): void => {
    for (const run of runs.values()) {
      if (run.status !== 'waiting' || run.wakeAt === undefined || run.wakeAt > clock.now())
        continue;
      run.requeue(undefined, clock.now());
      queue(run);
    }
    settle();
  };
  const start = (source: NewRun): { run: Run; isNew: boolean } => {
    if (isClosed) throw closed();
    const known = source.key === undefined ? runs.get(source.id) : byKey.get(nameKey(source));
    if (known) return { run: known.view(), isNew: false };
    const run = new MemoryRun(source, clock.now());
    runs.set(run.id, run);
    if (run.key !== undefined) byKey.set(nameKey(run), run);
    queue(run);
    return { run: run.view(), isNew: true };
  };
  return {
    start: async (source) => start(source),
    find: async (id) => runs.get(id)?.view(),
    list: async (filter) => listRuns([...runs.values()], filter),
    kept: async (id) => runs.get(id)?.values() ?? new Map(),
    change: async (id, from, patch) => {
      const run = runs.get(id);
      if (!run || !from.includes(run.status)) return undefined;
      run.change(patch, clock.now());
      return run.view();
    },
    resume: async (seen, { note }) => {
      const run = runs.get(seen.id);
      if (!run?.isStill(seen)) return undefined;
      run.requeue(note, clock.now());
      queue(run);
      return run.view();
    },
    cancel: async (id) => {
      const run = runs.get(id);
      run?.cancel(clock.now());
      settle();
      return run?.view();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await inTime([...runs.values()].map((run) => run.inFlight()));
    },
    takeOver: (id) => {
      const run = runs.get(id);
      if (run?.status === 'running' && !isClosed) begin(run);
    },
    wake,
    idle: () =>
      new Promise((resolve) => {
        idle.add(resolve);
        settle();
      }),
  };
}

function nameKey({ kind, caller, key }: Pick<NewRun, 'kind' | 'caller' | 'key'>): string {
  return JSON.stringify([kind, caller, key]);
}

/** Newest first; of the same time, the one that was started last. */
function listRuns(runs: readonly MemoryRun[], filter: RunFilter): readonly Run[] {
  const { kind, caller, status, limit, after } = filter;
  const mine = runs
    .filter((run) => run.kind === kind && run.caller === caller)
    .reverse()
    .sort((one, other) => other.createdAt - one.createdAt);
  const start = after === undefined ? 0 : mine.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) return [];
  const wanted = mine.slice(start).filter((run) => status === undefined || run.status === status);
  return wanted.slice(0, limit).map((run) => run.view());
}

async function inTime(works: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, closingTime);
  });
  await Promise.race([Promise.all(works), late]);
  clearTimeout(timer);
}

function closed(): ToolError {
  return new ToolError({
    code: 'WORKFLOW_UNAVAILABLE',
    message: 'The server is stopping and takes no new workflows. Start it again later.',
    retriable: true,
  });
}
