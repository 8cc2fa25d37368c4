import {
  type Execute,
  type NewRun,
  type Run,
  type RunFilter,
  type RunPatch,
  type RunStatus,
  ToolError,
} from '@guildline/mcp-core';
import type { Clock } from '@guildline/pipeline-core';
import { launchDbos, type RunningDbos } from './dbos/launch-dbos.ts';
import { Executions } from './execution/executions.ts';
import { ExecutionRows } from './rows/execution-rows.ts';
import { keptValues } from './rows/kept-values.ts';
import { RunRows } from './rows/run-rows.ts';
import { markApproval } from './rows/used-approvals.ts';
import { hasEngineTables, prepareTables } from './schema/prepare-tables.ts';
import { isConnectionError } from './store/connection-error.ts';
import { type Query, toQuery } from './store/query.ts';
import type { Store } from './store/store.ts';
import { Sweep } from './sweep/sweep.ts';
import type { EngineTiming } from './timing.ts';
import { lineOf, unavailable } from './unavailable.ts';
import type { UnfinishedMarker } from './unfinished-marker.ts';

/** What a session works with. */
export interface SessionSource {
  readonly store: Store;
  readonly work: boolean;
  readonly execute: Execute;
  readonly clock: Clock;
  readonly report: (line: string) => void;
  readonly marker: UnfinishedMarker | undefined;
  readonly retention: number;
  readonly timing: EngineTiming;
}

/** Executions that one process has at a time; each holds its run's results in memory. */
const concurrency = 50;

/** The engine from its opening to its close, on a store that is open. */
export class Session {
  readonly #source: SessionSource;
  readonly #query: Query;
  readonly #runs: RunRows;
  readonly #executionRows: ExecutionRows;
  #worker: { dbos: RunningDbos; executions: Executions; sweep: Sweep } | undefined;

  private constructor(source: SessionSource) {
    this.#source = source;
    this.#query = toQuery(source.store.pool);
    this.#runs = new RunRows(this.#query, source.clock);
    this.#executionRows = new ExecutionRows(this.#query, source.clock);
  }

  /**
   * Closes the store if it fails.
   *
   * @throws ToolError `WORKFLOW_UNAVAILABLE`
   */
  static async open(source: SessionSource): Promise<Session> {
    const session = new Session(source);
    try {
      await session.#open();
      return session;
    } catch (error) {
      await source.store.close();
      if (error instanceof ToolError || error instanceof TypeError) throw error;
      throw unavailable(
        `The tables for workflows cannot be made or read: ${lineOf(error)}. See that the database is sound and its role may make a schema, and call again.`,
        { cause: error, retriable: isConnectionError(error) },
      );
    }
  }

  async start(run: NewRun): Promise<{ readonly run: Run; readonly isNew: boolean }> {
    return this.#queueing(async () => {
      const created = await this.#runs.insert(run);
      if (created === undefined) return this.#known(run);
      await this.#startWorkflow(run.id);
      return { run: created, isNew: true };
    });
  }

  find(id: string): Promise<Run | undefined> {
    return this.#runs.find(id);
  }

  list(filter: RunFilter): Promise<readonly Run[]> {
    return this.#runs.list(filter);
  }

  kept(id: string): Promise<ReadonlyMap<number, unknown>> {
    return keptValues(this.#query, id);
  }

  async change(id: string, from: readonly RunStatus[], patch: RunPatch): Promise<Run | undefined> {
    if (patch.status === 'running') throw new TypeError('Only an execution makes a run running.');
    return this.#queueing(() => this.#runs.change(id, from, patch));
  }

  async resume(run: Run, { note }: Pick<RunPatch, 'note'>): Promise<Run | undefined> {
    return this.#queueing(async () => {
      const queued = await this.#runs.requeue(run, note);
      if (queued !== undefined) await this.#worker?.sweep.sweep();
      return queued;
    });
  }

  async cancel(id: string): Promise<Run | undefined> {
    const run = await this.#runs.cancel(id);
    if (run === undefined) return this.find(id);
    if (run.status === 'running') this.#worker?.executions.cancel({ run: id });
    return run;
  }

  markApproval(id: string, expiresAt: number): Promise<boolean> {
    return markApproval(this.#query, this.#source.clock, { id, expiresAt });
  }

  /** Never rejects and never hangs: what cannot be ended in order ends with the process. */
  async close(): Promise<void> {
    const { store, marker, timing, report } = this.#source;
    const worker = this.#worker;
    await worker?.executions.drain(timing.drain);
    const steps: readonly (() => Promise<void> | undefined)[] = [
      () => worker?.sweep.stop(),
      () => marker?.review(() => this.#runs.hasUnfinished()),
      () => worker?.dbos.shutDown(),
      () => store.close(),
    ];
    for (const step of steps) {
      try {
        await inTime(step());
      } catch (error) {
        report(`the engine does not close in order: ${lineOf(error)}`);
      }
    }
  }

  async #open(): Promise<void> {
    const { store, work } = this.#source;
    await store.exclusively(async () => {
      await prepareTables(this.#query);
      if (work) await this.#startWork();
      else if (!(await hasEngineTables(this.#query))) await this.#makeEngineTables();
    });
    await this.#worker?.sweep.start();
  }

  async #startWork(): Promise<void> {
    const { store, execute, report, retention, timing, marker } = this.#source;
    const library = await import('@dbos-inc/dbos-sdk');
    const executions = new Executions({
      dbos: library,
      rows: this.#executionRows,
      executor: store.executor,
      execute,
      report,
    });
    const dbos = await launchDbos(library, {
      store,
      run: (run) => executions.run(run),
      report,
      concurrency,
      poll: timing.poll,
      work: true,
    });
    const sweep = new Sweep({
      store,
      query: this.#query,
      dbos,
      runs: this.#runs,
      executionRows: this.#executionRows,
      executions,
      report,
      review: async () => marker?.review(() => this.#runs.hasUnfinished()),
      retention,
      interval: timing.sweep,
      lifeInterval: timing.lease / 6,
    });
    this.#worker = { dbos, executions, sweep };
  }

  async #makeEngineTables(): Promise<void> {
    const { store, report, timing } = this.#source;
    const library = await import('@dbos-inc/dbos-sdk');
    const run = () => Promise.resolve();
    const dbos = await launchDbos(library, {
      store,
      run,
      report,
      concurrency,
      poll: timing.poll,
      work: false,
    });
    await dbos.shutDown();
  }

  async #known(run: NewRun): Promise<{ readonly run: Run; readonly isNew: boolean }> {
    const sameKey = run.key === undefined ? undefined : await this.#runs.findByKey(run);
    if (sameKey !== undefined) return { run: sameKey, isNew: sameKey.id === run.id };
    // The answer to the insertion was lost, and it was made again.
    const same = await this.#runs.find(run.id);
    if (same?.kind === run.kind && same.caller === run.caller) return { run: same, isNew: true };
    throw new TypeError(`The id ${run.id} belongs to another run.`);
  }

  /** The run is safe already: if the engine fails now, the sweep starts it. */
  async #startWorkflow(run: string): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    try {
      await worker.dbos.start(run, worker.executions.count < concurrency ? 'here' : 'queue');
    } catch (error) {
      this.#source.report(`run ${run} starts a little later: ${lineOf(error)}`);
    }
  }

  #queueing<Result>(queue: () => Promise<Result>): Promise<Result> {
    const { marker } = this.#source;
    return marker === undefined ? queue() : marker.mark(queue);
  }
}

/** Milliseconds that each part of the engine may take to close; a database may be out of reach. */
const closingTime = 3_000;

async function inTime(closing: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long.')), closingTime);
  });
  try {
    await Promise.race([closing, late]);
  } finally {
    clearTimeout(timer);
  }
}
