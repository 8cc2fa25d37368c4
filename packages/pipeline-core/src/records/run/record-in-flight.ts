import type { StepFailure } from '../../call-tool.ts';

/** Why a value of a record failed, and where. */
export interface StepRejection {
  readonly step: number;
  readonly code: string;
  readonly message: string;
  readonly outcome: StepFailure['outcome'];
}

/** One source record on its way, with everything that became of it. */
export class RecordInFlight {
  /** Place in the source, from 0. */
  readonly position: number;
  /** The record as the source gave it. */
  readonly source: unknown;
  /** Values of it that have not ended. */
  pending = 1;
  /** Values that transforms have made of it beyond the first, finished ones included. */
  spread = 0;
  /** Values of it that came through the last step. */
  rows = 0;
  /** True once something of it was written somewhere: it is finished even if the run is stopped. */
  isCommitted = false;
  /** True if a value of it was left because the run was stopped. */
  isAbandoned = false;
  isUnknown = false;
  /** Steps whose operation changed something for it, or may have; in order, each once. */
  wrote: readonly number[] = [];
  /** The first of its failures. */
  rejection: StepRejection | undefined = undefined;
  rejections = 0;
  #calls: Map<number, number> | undefined = undefined;

  constructor(position: number, source: unknown) {
    this.position = position;
    this.source = source;
  }

  /** A name for the next call of a step, the same whenever the record is worked on again. */
  nextKey(step: number): string {
    this.#calls ??= new Map();
    const call = this.#calls.get(step) ?? 0;
    this.#calls.set(step, call + 1);
    return `${this.position}.${step}.${call}`;
  }

  markWritten(step: number): void {
    if (!this.wrote.includes(step)) this.wrote = [...this.wrote, step];
  }

  reject(rejection: StepRejection): void {
    this.rejection ??= rejection;
    this.rejections += 1;
    if (rejection.outcome === 'unknown') this.isUnknown = true;
  }
}

/** A value that a record has become, on its way to the next step. */
export interface ValueInFlight {
  readonly record: RecordInFlight;
  readonly value: unknown;
  /** What came into the step that gave the value. */
  readonly incoming: unknown;
}
