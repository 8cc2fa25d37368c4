import type { RunningDbos } from '../dbos/launch-dbos.ts';
import type { Executions } from '../execution/executions.ts';
import type { ExecutionRows } from '../rows/execution-rows.ts';
import type { RunRows } from '../rows/run-rows.ts';
import { growingTables } from '../schema/tables.ts';
import type { Query } from '../store/query.ts';
import type { Store } from '../store/store.ts';
import { lineOf } from '../unavailable.ts';
import { deleteOldRuns } from './delete-old-runs.ts';
import { otherExecutors, runsOf, strandedRuns } from './repair.ts';

/** What the sweep looks after. */
export interface SweepSource {
  readonly store: Store;
  readonly query: Query;
  readonly dbos: RunningDbos;
  readonly runs: RunRows;
  readonly executionRows: ExecutionRows;
  readonly executions: Executions;
  readonly report: (line: string) => void;
  /** Looks whether anything is unfinished still. */
  readonly review: () => Promise<void>;
  /** Milliseconds after which a run that has ended is deleted. */
  readonly retention: number;
  /** Milliseconds between two rounds. */
  readonly interval: number;
  /** Milliseconds between two signs of life, each followed by a look for processes that are gone. */
  readonly lifeInterval: number;
}

/** Milliseconds between two looks for runs that are old enough to be deleted. */
const deleteInterval = 60 * 60 * 1000;

/**
 * What happens without being asked for: runs whose time has come are queued, executions hear of a
 * cancellation, halves of changes are completed, runs of processes that are gone are taken over,
 * and old ones are deleted.
 */
export class Sweep {
  readonly #source: SweepSource;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  /** The round that was asked for and has not begun. */
  #next: Promise<void> | undefined;
  #isStopped = false;
  #complaint: string | undefined;
  #nextLife = Number.NEGATIVE_INFINITY;
  #nextDelete = Number.NEGATIVE_INFINITY;

  constructor(source: SweepSource) {
    this.#source = source;
  }

  /** The first round is complete when this resolves; the others follow by themselves. */
  async start(): Promise<void> {
    await this.#sweep();
    this.#plan();
  }

  /** One round more, now; used when something is known to be due. */
  sweep(): Promise<void> {
    this.#next ??= this.#round.then(() => {
      this.#next = undefined;
      return this.#sweep();
    });
    this.#round = this.#next;
    return this.#next;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.sweep().then(() => this.#plan());
    }, this.#source.interval);
    this.#timer.unref();
  }

  /** Never rejects: what failed is tried again in the next round, and said once. */
  async #sweep(): Promise<void> {
    if (this.#isStopped) return;
    try {
      await this.#look();
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    const complaint = lineOf(error);
    if (complaint === this.#complaint || this.#isStopped) return;
    this.#complaint = complaint;
    this.#source.report(`runs cannot be looked after now: ${complaint}`);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (now >= this.#nextLife) {
      this.#nextLife = now + this.#source.lifeInterval;
      await this.#source.store.showAlive();
      await this.#takeOver();
      await this.#giveBack();
    }
    await this.#tellCancellations();
    await this.#source.runs.wake();
    await this.#repair();
    await this.#source.review();
    if (now >= this.#nextDelete) {
      const isFirst = this.#nextDelete === Number.NEGATIVE_INFINITY;
      this.#nextDelete = now + deleteInterval;
      const { store, query, dbos, runs, retention } = this.#source;
      const deleted = await deleteOldRuns(query, dbos, runs.now() - retention);
      // The first time somebody waits for it.
      if (deleted > 0 || !isFirst) await store.tidy(growingTables);
    }
  }

  async #takeOver(): Promise<void> {
    const { store, query, dbos, report } = this.#source;
    for (const executor of await otherExecutors(query, store.executor)) {
      await store.ifGone(executor, async () => {
        // Asked again, now that nobody else takes them over.
        const runs = await runsOf(query, executor);
        if (runs.length === 0) return;
        await dbos.requeue(runs);
        const name = executor.slice(0, executor.lastIndexOf('#'));
        report(
          `${runs.length === 1 ? '1 run goes' : `${runs.length} runs go`} on that an ended process left (${name}).`,
        );
      });
    }
  }

  async #giveBack(): Promise<void> {
    const { executions, query, store, dbos } = this.#source;
    const { broken } = executions;
    if (broken.length === 0) return;
    const runs = await runsOf(query, store.executor, broken);
    if (runs.length > 0) await dbos.requeue(runs);
    executions.forgetBroken(broken);
  }

  async #tellCancellations(): Promise<void> {
    const { executions, executionRows } = this.#source;
    const { cancellable } = executions;
    if (cancellable.length === 0) return;
    const cancelled = await executionRows.cancelled(
      cancellable.map(({ run }) => run),
      cancellable.map(({ id }) => id),
    );
    for (const id of cancelled) executions.cancel({ id });
  }

  async #repair(): Promise<void> {
    const { query, dbos } = this.#source;
    for (const { id, position, is_known } of await strandedRuns(query)) {
      try {
        if (is_known) await dbos.rewind(id, position ?? undefined);
        else await dbos.start(id, 'queue');
      } catch (error) {
        // Its workflow moved on meanwhile; the others do not wait for it.
        this.#complain(error);
      }
    }
  }
}
