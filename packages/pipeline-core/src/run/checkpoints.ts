import type { StepRecord } from '../outcome.ts';

/** Where finished steps are kept, so that a run can go on after the process ended. */
export interface Checkpoints {
  /** The record of a step that has ended before; it is used and the step is not called again. */
  load(index: number): Promise<StepRecord | undefined>;
  /**
   * Keeps the record of a step that has just ended. Steps that never began because the run was
   * stopped are not handed over. If it rejects, the run rejects: what is not kept could be repeated.
   */
  save(index: number, record: StepRecord): Promise<void>;
}
