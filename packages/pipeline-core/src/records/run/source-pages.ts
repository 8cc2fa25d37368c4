import type { CompiledRecordStep } from '../compile/record-plan.ts';
import { fillSettings } from './fill-settings.ts';
import type { RecordRun } from './record-run.ts';
import type { Slots } from './slots.ts';
import { toRecordFailure } from './to-record-failure.ts';

/** The pages of a source. What the source throws ends the run as a failure of step 0. */
export class SourcePages {
  readonly #run: RecordRun;
  readonly #slots: Slots;
  readonly #iterator: AsyncIterator<readonly unknown[]> | undefined;

  constructor(step: CompiledRecordStep, limit: number, run: RecordRun) {
    this.#run = run;
    this.#slots = run.slotsOf(step);
    this.#iterator = this.#open(step, limit);
  }

  /** The next page; `undefined` after the last one, and if the source failed. */
  async next(): Promise<readonly unknown[] | undefined> {
    if (!this.#iterator) return undefined;
    await this.#slots.take();
    try {
      const { done, value } = await this.#iterator.next();
      if (done) {
        this.#run.stop.cutIfStopping();
        return undefined;
      }
      if (!Array.isArray(value)) throw new TypeError('a page is no list of records');
      return value;
    } catch (error) {
      this.#fail(error);
      return undefined;
    } finally {
      this.#slots.release();
    }
  }

  /** Lets the source free what it holds. */
  async close(): Promise<void> {
    try {
      await this.#iterator?.return?.();
    } catch {
      // Every record that was wanted has been read.
    }
  }

  #open(
    { plan, call }: CompiledRecordStep,
    limit: number,
  ): AsyncIterator<readonly unknown[]> | undefined {
    const { ports, kept } = this.#run;
    const after = kept && { position: kept.position - 1, record: kept.record };
    try {
      const settings = call && fillSettings(call.settings, {});
      if (!settings || 'failure' in settings)
        throw new TypeError('step 0 has no operation to call');
      return ports
        .source({
          step: plan,
          settings: settings.filled,
          signal: this.#run.stop.toSourceSignal(),
          limit,
          ...(after ? { after } : {}),
        })
        [Symbol.asyncIterator]();
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /**
   * A source that is stopped may end by throwing; that is no failure of its own. What was read before
   * a failure is finished.
   */
  #fail(error: unknown): void {
    const run = this.#run;
    if (run.stop.cutIfStopping()) return;
    run.stop.halt(0, toRecordFailure('The source could not be read', error), run.tally.read);
  }
}
