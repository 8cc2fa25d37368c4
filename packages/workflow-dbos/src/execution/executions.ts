import { randomUUID } from 'node:crypto';
import { type Execute, ExecutionEnded, type RunEnding } from '@guildline/mcp-core';
import type { ExecutionRows } from '../rows/execution-rows.ts';
import { persist } from '../store/connection-error.ts';
import { lineOf } from '../unavailable.ts';
import { DbosExecution, type ExecutionSource } from './dbos-execution.ts';

/** Executions in a row that keep no step, after which a run is given up: it may be what ends the process. */
const maximumFruitless = 100;

/** What runs are executed with. */
export interface ExecutionsSource {
  readonly dbos: ExecutionSource['dbos'];
  readonly rows: ExecutionRows;
  /** Name of this process in the engine's rows. */
  readonly executor: string;
  readonly execute: Execute;
  readonly report: (line: string) => void;
}

/** One execution of this process, from the moment the engine hands the run over. */
interface Live {
  readonly run: string;
  readonly id: string;
  readonly cancellation: AbortController;
  done: Promise<void>;
}

/** The executions of this process. */
export class Executions {
  readonly #source: ExecutionsSource;
  readonly #live = new Set<Live>();
  readonly #newest = new Map<string, Live>();
  readonly #stop = new AbortController();
  /** Runs that nobody executes although the engine thinks that this process does. */
  readonly #broken = new Set<string>();

  constructor(source: ExecutionsSource) {
    this.#source = source;
  }

  get count(): number {
    return this.#live.size;
  }

  /** The executions that may still have to be told of a cancellation, and their runs. */
  get cancellable(): readonly { readonly run: string; readonly id: string }[] {
    return [...this.#live].filter((live) => !live.cancellation.signal.aborted);
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The workflow of the engine: one execution of a run. Its result means nothing. */
  async run(run: string): Promise<void> {
    const live: Live = {
      run,
      id: randomUUID(),
      cancellation: new AbortController(),
      done: Promise.resolve(),
    };
    this.#live.add(live);
    this.#newest.set(run, live);
    const outcome = this.#execute(live).finally(() => {
      this.#live.delete(live);
      if (this.#newest.get(run) === live) this.#newest.delete(run);
    });
    live.done = outcome.catch(() => undefined);
    await outcome;
  }

  /** Tells the execution of a run, or the execution of that id, of a cancellation. */
  cancel(which: { readonly run: string } | { readonly id: string }): void {
    for (const live of this.#live) {
      if ('run' in which ? live.run === which.run : live.id === which.id) live.cancellation.abort();
    }
  }

  /** Runs that the engine has to be given back. */
  get broken(): readonly string[] {
    return [...this.#broken].filter((run) => !this.#newest.has(run));
  }

  /** Says that runs were given back. */
  forgetBroken(runs: readonly string[]): void {
    for (const run of runs) this.#broken.delete(run);
  }

  /** Lets no new step start, and waits for those in flight. Milliseconds. */
  async drain(limit: number): Promise<void> {
    this.#stop.abort();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limit);
    });
    await Promise.race([Promise.all([...this.#live].map(({ done }) => done)), late]);
    clearTimeout(timer);
  }

  async #execute(live: Live): Promise<void> {
    const { dbos, rows, executor } = this.#source;
    const signal = this.#stop.signal;
    if (signal.aborted) throw this.#abandon(live);
    const taken = await persist(() => rows.takeUp(live.run, live.id, executor), { signal }).catch(
      (error: unknown) => {
        throw this.#giveBack(live, error);
      },
    );
    if (taken === undefined || this.#newest.get(live.run) !== live) return;
    if (taken.isCancelling) live.cancellation.abort();
    const execution = new DbosExecution({
      id: live.id,
      taken,
      rows,
      dbos,
      signal: live.cancellation.signal,
      stop: signal,
    });
    const ending = await this.#work(execution, taken.fruitless);
    const { over } = execution;
    if (ending === undefined || over !== undefined) {
      if (over?.reason === 'not_owner') return;
      throw over?.reason === 'stopping' ? this.#abandon(live) : this.#giveBack(live, over?.cause);
    }
    try {
      await persist(() => rows.end(live.run, live.id, ending), { signal });
    } catch (error) {
      throw this.#giveBack(live, error);
    }
  }

  /** Gives undefined if the execution was over before the work was. */
  async #work(execution: DbosExecution, fruitless: number): Promise<RunEnding | undefined> {
    const { execute, report } = this.#source;
    if (fruitless >= maximumFruitless) {
      const message = `${fruitless} executions in a row ended before they kept a step.`;
      return defect(execution, message);
    }
    try {
      return await execute(execution);
    } catch (error) {
      if (error instanceof ExecutionEnded) execution.endFor('broken', error);
      if (execution.over !== undefined) return undefined;
      report(`run ${execution.run.id} failed: ${lineOf(error)}`);
      return defect(execution, lineOf(error));
    }
  }

  /** The one error after which the engine stores no outcome: the workflow stays this process's. */
  #abandon({ run }: Live): Error {
    return new this.#source.dbos.DBOSWorkflowConflictError(run);
  }

  /** Abandoned until the sweep gives it back to the engine's queue. */
  #giveBack(live: Live, error: unknown): Error {
    if (!this.isStopping) {
      this.#broken.add(live.run);
      this.#source.report(`run ${live.run} is interrupted and taken up again: ${lineOf(error)}`);
    }
    return this.#abandon(live);
  }
}

function defect({ position }: DbosExecution, message: string): RunEnding {
  return { status: 'failed', position, note: { failure: { code: 'INTERNAL_ERROR', message } } };
}
