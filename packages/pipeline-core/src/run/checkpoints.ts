import type { StepRecord } from '../outcome.ts';

/** Where finished steps are kept, so that a run can go on after the process ended. */
export interface Checkpoints {
  /** True if the step has ended before; it is not called again then. */
  isKept(index: number): boolean;
  /**
   * The record of a step: the one that is kept, or else what `run` gives, kept before this resolves.
   * Not asked for a step that never began because the run was stopped. If it rejects, the run
   * rejects: what is not kept could be repeated.
   */
  keep(index: number, run: () => Promise<StepRecord>): Promise<StepRecord>;
}
