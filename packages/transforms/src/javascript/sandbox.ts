import { type Cancellation, RecordError, type TransformOutcome } from '@guildline/pipeline-core';
import { toFailure } from '../settings/to-failure.ts';
import { type Batch, type SandboxTask, SandboxWorker } from './sandbox-worker.ts';
import { toOutcome } from './to-outcome.ts';
import { toText } from './to-text.ts';

/** Records that go to the worker at a time. */
const batchSize = 100;
/** Characters that go to the worker at a time, unless a single record has more. */
const batchLength = 4 * 1024 * 1024;

/** A value that is on its way, and where its outcome goes. */
interface Pending {
  readonly index: number;
  readonly text: string;
  readonly incoming: string | undefined;
}

/** The code of one transform in one run. A worker that is ended is followed by a new one. */
export class Sandbox {
  readonly #task: SandboxTask;
  readonly #signal: Cancellation;
  #worker: SandboxWorker | undefined;
  #restarts = 0;
  #isClosed = false;

  private constructor(task: SandboxTask, signal: Cancellation, worker: SandboxWorker) {
    this.#task = task;
    this.#signal = signal;
    this.#worker = worker;
  }

  /** @throws RecordError if the interpreter refuses the code. */
  static async open(task: SandboxTask, signal: Cancellation): Promise<Sandbox> {
    return new Sandbox(task, signal, await SandboxWorker.start(task));
  }

  /**
   * One outcome for each value, in order.
   *
   * @throws RecordError once the code has used up all workers that a run may have.
   */
  async apply(
    values: readonly unknown[],
    incoming: readonly unknown[],
  ): Promise<readonly TransformOutcome[]> {
    const outcomes: TransformOutcome[] = [];
    const pending: Pending[] = [];
    for (const [index, value] of values.entries()) {
      const texts = this.#toTexts(value, incoming[index]);
      if ('problem' in texts) outcomes[index] = toFailure(texts.problem);
      else pending.push({ index, ...texts });
    }
    for (let rest = pending; rest.length > 0; ) {
      const batch = rest.slice(0, countBatch(rest));
      rest = rest.slice(batch.length);
      await this.#runBatch(batch, values, outcomes);
    }
    return outcomes;
  }

  /** Ends the worker. An `apply` that is under way rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endWorker();
  }

  async #endWorker(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** Runs a batch, and again without the record at which a worker was ended. */
  async #runBatch(
    batch: readonly Pending[],
    values: readonly unknown[],
    outcomes: TransformOutcome[],
  ): Promise<void> {
    for (let rest = batch; rest.length > 0; ) {
      const worker = await this.#startWorker();
      const end = await worker.run(toBatch(rest), () => this.#signal.aborted);
      if ('answers' in end) {
        for (const [at, { index }] of rest.entries()) {
          const answer = end.answers[at] ?? '';
          outcomes[index] = toOutcome(answer, values[index], this.#task.limits);
        }
        return;
      }
      await this.#endWorker();
      this.#restarts += 1;
      const guilty = rest[end.endedAt];
      if (!guilty) throw new Error('The JavaScript sandbox ended at a record it was not given.');
      outcomes[guilty.index] = toFailure(this.#describeEnd(end.isHung));
      rest = rest.filter((pending) => pending !== guilty);
    }
  }

  async #startWorker(): Promise<SandboxWorker> {
    if (this.#isClosed) throw new Error('The JavaScript sandbox is closed.');
    const { restarts } = this.#task.limits;
    if (this.#restarts >= restarts) {
      throw new RecordError(
        'RECORD_TRANSFORM_FAILED',
        `The JavaScript had to be ended by force at ${restarts} records of this run. Look for a built-in function on a very long text or list in transformSettings.code.`,
      );
    }
    this.#worker ??= await SandboxWorker.start(this.#task);
    return this.#worker;
  }

  #describeEnd(isHung: boolean): string {
    return isHung
      ? `The JavaScript hung for ${this.#task.limits.hardTime} ms at this record and was ended. Look for a built-in function on a very long text or list.`
      : 'The JavaScript used more memory than its worker has at this record, and was ended.';
  }

  #toTexts(
    value: unknown,
    incoming: unknown,
  ): { text: string; incoming: string | undefined } | { problem: string } {
    const { code, limits } = this.#task;
    const record = toText(value, limits);
    if ('problem' in record)
      return { problem: `JavaScript cannot take this record: it ${record.problem}.` };
    if (!code.usesIncoming) return { text: record.text, incoming: undefined };
    if (incoming === value) return { text: record.text, incoming: record.text };
    const before = toText(incoming, limits);
    if ('problem' in before) {
      return { problem: `JavaScript cannot take what came into this step: it ${before.problem}.` };
    }
    return { text: record.text, incoming: before.text };
  }
}

function countBatch(pending: readonly Pending[]): number {
  let length = 0;
  let count = 0;
  while (count < Math.min(batchSize, pending.length)) {
    const { text = '', incoming = '' } = pending[count] ?? {};
    length += text.length + incoming.length;
    if (count > 0 && length > batchLength) break;
    count += 1;
  }
  return count;
}

function toBatch(pending: readonly Pending[]): Batch {
  const usesIncoming = pending.some(({ incoming }) => incoming !== undefined);
  return {
    records: pending.map(({ text }) => text),
    incoming: usesIncoming ? pending.map(({ incoming = 'null' }) => incoming) : undefined,
  };
}
