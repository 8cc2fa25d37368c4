import type { StepFailure } from '../../call-tool.ts';
import type { RecordCounts } from './record-counts.ts';

/** Why a run ended early. */
export interface RecordRunError {
  /** The step, from 0; absent if the run was stopped from outside. */
  readonly step?: number;
  readonly id?: string;
  /** `building` if nothing had run: a transform could not be opened. */
  readonly phase: 'building' | 'execution';
  readonly code: string;
  readonly message: string;
  /** Of the call that ended the run. */
  readonly outcome?: StepFailure['outcome'];
}

/** How a run of a record pipeline ended. */
export interface RecordRunResult {
  /** `stopped` if it was stopped from outside before its end; what had begun to write was finished. */
  readonly status: 'completed' | 'failed' | 'stopped';
  /** Of a run that failed or was stopped. */
  readonly error?: RecordRunError;
  /** True if the source had more records than the cap allows. */
  readonly truncated: boolean;
  readonly counts: RecordCounts;
  /** Whole milliseconds, of this process. */
  readonly duration_ms: number;
}
