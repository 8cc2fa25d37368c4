import { randomBytes } from 'node:crypto';
import type { RecordCheckpoint } from '@guildline/pipeline-core';
import type { Execution } from '../../runs/execution.ts';
import type { RunEnding } from '../../runs/run.ts';
import type { SourcePage } from '../read-pages.ts';

/** What a durable step keeps: how far the run is, what it has read and not finished, how it ended. */
interface KeptBatch {
  readonly checkpoint?: RecordCheckpoint | undefined;
  /** Whose files hold what was written until the checkpoint. */
  readonly execution?: string | undefined;
  readonly pages?: readonly SourcePage[] | undefined;
  readonly ending?: RunEnding | undefined;
}

interface OpenBatch {
  resolve(batch: KeptBatch): void;
  reject(reason: unknown): void;
  readonly kept: Promise<KeptBatch>;
}

/**
 * The durable steps of one execution. A step is open from one checkpoint to the next, so that what is
 * in flight when the server stops can still be finished and kept.
 */
export class BatchKeeper {
  /** Name of this execution, for its files. */
  readonly name: string = randomBytes(8).toString('hex');
  readonly #execution: Execution;
  readonly #broken = new AbortController();
  #position = 0;
  #open: OpenBatch | undefined;
  #checkpoint: RecordCheckpoint | undefined;
  #checkpointBy: string | undefined;
  #ending: RunEnding | undefined;
  #pages: SourcePage[] = [];
  /** Pages that were read since the last durable step. */
  #fresh: SourcePage[] = [];

  private constructor(execution: Execution) {
    this.#execution = execution;
  }

  /** Reads what earlier executions have kept. */
  static async begin(execution: Execution): Promise<BatchKeeper> {
    const keeper = new BatchKeeper(execution);
    while (execution.isKept(keeper.#position)) {
      const neverRun = () => Promise.reject(new TypeError('A batch that is kept does not run.'));
      const batch = await execution.keep<KeptBatch>(keeper.#position, 'batch', neverRun);
      keeper.#take(batch);
    }
    keeper.startedFrom = keeper.#checkpointBy;
    return keeper;
  }

  /** How an earlier execution ended the run, just before it died. */
  get ending(): RunEnding | undefined {
    return this.#ending;
  }

  get checkpoint(): RecordCheckpoint | undefined {
    return this.#checkpoint;
  }

  /** Name of the execution that kept the last checkpoint. */
  get checkpointBy(): string | undefined {
    return this.#checkpointBy;
  }

  /** Name of the execution with whose files this one began. */
  startedFrom: string | undefined = undefined;

  /** Pages with records that are not finished, without those that are. */
  get pages(): readonly SourcePage[] {
    return this.#pages;
  }

  /** Aborted once this execution cannot keep anything any more. */
  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Begins a durable step, until the next checkpoint. */
  open(): void {
    let settle: Omit<OpenBatch, 'kept'> | undefined;
    const done = new Promise<KeptBatch>((resolve, reject) => {
      settle = { resolve, reject };
    });
    // Somebody else may not be waiting for it when it is rejected.
    done.catch(() => undefined);
    const kept = this.#execution.keep(this.#position, 'batch', () => done);
    kept.catch((reason: unknown) => this.break(reason));
    this.#open = { ...(settle as Omit<OpenBatch, 'kept'>), kept };
  }

  /** Remembers a page; with `isKept`, it is safe once this resolves. */
  async addPage(page: SourcePage, isKept: boolean): Promise<void> {
    this.#fresh.push(page);
    if (isKept) await this.#commit({});
  }

  /** Keeps how far the run is. Rejects with what the execution rejected with. */
  async keep(checkpoint: RecordCheckpoint): Promise<void> {
    await this.#commit({ checkpoint, execution: this.name });
  }

  /** Keeps how the run ends, so that it ends so once only. */
  async end(ending: Omit<RunEnding, 'position'>): Promise<RunEnding> {
    const whole: RunEnding = { ...ending, position: this.#position + 1 };
    await this.#close({ ending: whole });
    return whole;
  }

  /** Nothing is kept from now on. */
  break(reason: unknown): void {
    if (this.#broken.signal.aborted) return;
    this.#broken.abort(reason);
    this.#open?.reject(reason);
  }

  /** Rejects with what the execution rejected with, if it did. */
  check(): void {
    if (this.#broken.signal.aborted) throw this.#broken.signal.reason;
  }

  async #commit(batch: KeptBatch): Promise<void> {
    await this.#close(batch);
    this.open();
  }

  async #close({ checkpoint, ...batch }: KeptBatch): Promise<void> {
    this.check();
    const pages = unfinished(this.#fresh, checkpoint ?? this.#checkpoint);
    this.#fresh = [];
    const whole: KeptBatch = {
      ...batch,
      ...(checkpoint ? { checkpoint } : {}),
      ...(pages.length > 0 ? { pages } : {}),
    };
    this.#open?.resolve(whole);
    await this.#open?.kept;
    this.#take(whole);
  }

  #take({ checkpoint, execution, pages = [], ending }: KeptBatch): void {
    this.#position += 1;
    this.#checkpoint = checkpoint ?? this.#checkpoint;
    this.#checkpointBy = execution ?? this.#checkpointBy;
    this.#ending = ending ?? this.#ending;
    this.#pages = [...unfinished([...this.#pages, ...pages], this.#checkpoint)];
  }
}

/** The pages without the records that are finished; the last one stays, for its cursor. */
function unfinished(
  pages: readonly SourcePage[],
  checkpoint: RecordCheckpoint | undefined,
): readonly SourcePage[] {
  const done = checkpoint?.position ?? 0;
  return pages.flatMap((page, index) => {
    const left = page.records.slice(Math.max(0, done - page.from));
    const isLast = index === pages.length - 1;
    if (left.length === 0 && !isLast) return [];
    return [{ ...page, from: page.from + page.records.length - left.length, records: left }];
  });
}
