import type { StepFailure } from './call-tool.ts';

/** What became of one step. Steps after an abort have no record. */
export type StepRecord =
  | {
      readonly id: string;
      readonly tool: string;
      readonly status: 'success';
      readonly result: unknown;
      readonly duration_ms: number;
    }
  | {
      readonly id: string;
      readonly tool: string;
      readonly status: 'error';
      readonly error: StepFailure;
      readonly duration_ms: number;
    }
  | {
      readonly id: string;
      readonly tool: string;
      readonly status: 'skipped';
      readonly duration_ms: number;
    };

/** What became of a run. */
export interface RunResult {
  readonly steps: readonly StepRecord[];
  /** Results of the successful steps by id and by `save_as`; has no prototype. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly total_duration_ms: number;
  /** True if a step failed without `continue_on_error`, or the run was stopped. */
  readonly aborted: boolean;
}
