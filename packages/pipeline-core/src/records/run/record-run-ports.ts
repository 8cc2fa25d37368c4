import type { CallResult, Cancellation } from '../../call-tool.ts';
import type { StopPorts } from '../../run/stop.ts';
import type { RecordPlanStep } from '../compile/record-plan.ts';
import type { ArtifactSink } from '../transform.ts';
import type { FailedRecord } from './failed-record.ts';
import type { RecordCounts } from './record-counts.ts';

/** What a run asks of its source. */
export interface RecordSourceRequest {
  readonly step: RecordPlanStep;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Aborted when no more records are wanted. */
  readonly signal: Cancellation;
  /** Records that the run takes at most; a source may size its pages by it. */
  readonly limit: number;
  /** The last record that an earlier process finished: the source gives those after it. */
  readonly after?: { readonly position: number; readonly record: unknown };
}

/** One call for one record. */
export interface RecordCall {
  readonly step: RecordPlanStep;
  /** What came into the step. */
  readonly record: unknown;
  /** The settings, filled from the record; new for every call. */
  readonly settings: Record<string, unknown>;
  /** Place of the source record, from 0. */
  readonly position: number;
  /** Unique within the run, and the same if an interrupted run makes this call again. */
  readonly key: string;
}

/** Something that is appended to, and can be cut back to what it held at a checkpoint. */
interface Appendable {
  /** How far it reaches, in a unit of its own. */
  readonly length: number;
  truncate(length: number): Promise<void>;
}

/** Where the artifact is put. */
export interface RecordArtifact extends ArtifactSink, Appendable {}

/** Where failed records are put, each once, in the order of the source. */
export interface FailedRecords extends Appendable {
  write(failed: FailedRecord): Promise<void>;
}

/** Everything that is needed to go on after the last finished record: JSON. */
export interface RecordCheckpoint {
  /** Source records that are finished, from the first one on. */
  readonly position: number;
  /** The last of them, as the source gave it. */
  readonly record: unknown;
  readonly counts: RecordCounts;
  /** Lengths of the artifact and of the failed records. */
  readonly artifactLength: number;
  readonly failedLength: number;
  /** What the terminal needs to continue the artifact. */
  readonly terminal: unknown;
}

/** Where the progress of a background run is kept. */
export interface RecordCheckpoints {
  /** The last one that was kept; `undefined` in the first execution of a run. */
  readonly kept: RecordCheckpoint | undefined;
  /** Keeps how far the run has come. If it rejects, the run rejects: another process may own it. */
  keep(checkpoint: RecordCheckpoint): Promise<void>;
}

/** Everything that a run of a record pipeline needs from outside. */
export interface RecordRunPorts extends StopPorts {
  /**
   * Opens the source: pages of records. A page may hold an `UnreadableRecord`. What it throws ends the
   * run; a `RecordError` with its own code.
   */
  source(request: RecordSourceRequest): AsyncIterable<readonly unknown[]>;
  /** Calls an operation. Must not throw; a call that does has an unknown outcome if it may write. */
  call(call: RecordCall): Promise<CallResult>;
  /** Needed if the plan has an artifact. */
  readonly artifact?: RecordArtifact | undefined;
  readonly failed?: FailedRecords | undefined;
  /** Source records that any run may take; the spec can only lower it. */
  readonly maxRecords: number;
  readonly checkpoints?: RecordCheckpoints | undefined;
  /** Lets the rest of the process have a turn: without it, a run in memory could not be stopped. */
  pause?(): Promise<void>;
  /** Told now and then how far the run has come, and once at its end. */
  onProgress?(counts: RecordCounts): void;
}
