import type { Cancellation, StepFailure } from '../../call-tool.ts';
import { findStop, type StopPorts } from '../../run/stop.ts';
import type { RecordPlan } from '../compile/record-plan.ts';
import type { RecordFailure } from '../transform.ts';
import type { RecordCounts } from './record-counts.ts';
import type { RecordInFlight } from './record-in-flight.ts';
import type { RecordRunError, RecordRunResult } from './record-run-result.ts';

/** A failure that knows whether its call had its effect. */
export type ValueFailure = RecordFailure & { readonly outcome?: StepFailure['outcome'] };

/** Whether a run stops before its source is at its end, why, and what is finished all the same. */
export class RunStop {
  /** True once the source had more records than the run could take. */
  isTruncated = false;
  /** True until the first record is asked for. */
  isBuilding = true;
  /** True if the run was stopped while the source had records, or was not asked to its end. */
  isCut = false;
  readonly #plan: RecordPlan;
  readonly #ports: StopPorts;
  #error: RecordRunError | undefined = undefined;
  #haltedAt: number = Number.POSITIVE_INFINITY;

  constructor(plan: RecordPlan, ports: StopPorts) {
    this.#plan = plan;
    this.#ports = ports;
  }

  /** True once nothing new may begin: stopped from outside, past the deadline, or failed. */
  get isStopping(): boolean {
    return this.#error !== undefined || findStop(this.#ports) !== undefined;
  }

  /** True if the run stops; then its source is not read to its end. */
  cutIfStopping(): boolean {
    if (!this.isStopping) return false;
    this.isCut = true;
    return true;
  }

  /** True if the run has failed. */
  get hasFailed(): boolean {
    return this.#error !== undefined;
  }

  /** Tells a source that no more records are wanted. */
  toSourceSignal(): Cancellation {
    const stop = this;
    return {
      get aborted() {
        return stop.isStopping || stop.isTruncated;
      },
    };
  }

  /**
   * Ends the run as failed because of a step. Of several failed records the first one in the source
   * counts: those before it are finished, so the outcome does not depend on which call was faster.
   *
   * @param position of the record that failed; without one nothing more is begun
   */
  halt(step: number, failure: ValueFailure, position = -1): void {
    if (position >= this.#haltedAt) return;
    const { code, message, outcome } = failure;
    const id = this.#plan.steps[step]?.id;
    this.#haltedAt = position;
    this.#error = {
      step,
      ...(id ? { id } : {}),
      phase: this.isBuilding ? 'building' : 'execution',
      code,
      message,
      ...(outcome ? { outcome } : {}),
    };
  }

  /** True if a record goes on: the run does not stop, or something is written, or it came before the failed one. */
  goesOn(record: RecordInFlight): boolean {
    if (record.isCommitted) return true;
    if (record.isAbandoned || findStop(this.#ports) !== undefined) return false;
    return record.position < this.#haltedAt;
  }

  /** How the run has ended. */
  toEnd(counts: RecordCounts): Pick<RecordRunResult, 'error' | 'status'> {
    if (this.#error) return { status: 'failed', error: this.#error };
    if (!this.isCut && counts.unfinished === 0) return { status: 'completed' };
    const code = findStop(this.#ports)?.code ?? 'CANCELLED';
    const reason = code === 'CANCELLED' ? 'The run was stopped' : 'The deadline came';
    const message = `${reason} after ${counts.processed} records. ${counts.unfinished} more had been read and nothing was written for them. What was written stays.`;
    return { status: 'stopped', error: { phase: 'execution', code, message } };
  }
}
