/** Where a run stands. `waiting` is for time or for a person; `needs_review` for a decision. */
export type RunStatus =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'completed'
  | 'completed_with_errors'
  | 'failed'
  | 'cancelled'
  | 'needs_review';

/** What a run is started with. It never changes, is JSON, and holds no tokens. */
export interface NewRun {
  /** `wf_` and 32 hex digits for a workflow; made by whoever starts the run. */
  readonly id: string;
  /** Which kind of work it is: `workflow`, `records`. */
  readonly kind: string;
  /** Id of the caller on whose behalf it runs. Its groups are read when it runs. */
  readonly caller: string;
  /** The caller's own name for this start: one key is one run. */
  readonly key: string | undefined;
  readonly input: unknown;
  /** Results of durable steps that are known from the start, by position from 0. */
  readonly given?: readonly unknown[] | undefined;
}

/** A run as the engine keeps it. */
export interface Run extends Omit<NewRun, 'given'> {
  readonly status: RunStatus;
  /** Position of the durable step that runs or is next, from 0: as many are kept. */
  readonly position: number;
  /** What the work keeps beside its steps, JSON: a failure, a question, a decision, counts. */
  readonly note: unknown;
  /** True once somebody asked for a cancellation; stays true, also when the run is resumed. */
  readonly cancelRequested: boolean;
  /** Milliseconds since the epoch; a `waiting` run is then queued again from its position. */
  readonly wakeAt: number | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch; grows with every change of the run, but for its position. */
  readonly updatedAt: number;
}

/** A change of a run. What is absent stays as it is. */
export interface RunPatch {
  readonly status?: RunStatus;
  readonly position?: number;
  readonly note?: unknown;
  /** Null clears it. */
  readonly wakeAt?: number | null;
}

/** How an execution of a run ends. Only `waiting` with `wakeAt` goes on by itself. */
export interface RunEnding {
  readonly status: Exclude<RunStatus, 'queued' | 'running'>;
  readonly position: number;
  readonly note: unknown;
  readonly wakeAt?: number | undefined;
}
