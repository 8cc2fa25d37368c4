import type { CallOutcome } from '../errors/tool-error.ts';

/** Ids by the name of the argument or result key that holds them. */
export type NamedIds = Readonly<Record<string, string | readonly string[]>>;

/** Which call an event is about. Holds no secret. */
export interface AuditedCall {
  /**
   * `composer` for a call that makes other calls, each with its own events. A record pipeline has an
   * event for each step and one for the run beside those of its calls.
   */
  readonly event: 'call' | 'composer' | 'pipeline_step' | 'pipeline_run';
  readonly tool: string;
  /** The caller's id. */
  readonly caller: string;
  readonly trace_id: string;
  readonly call_id: string;
  /** The composer's `call_id`, for a step. */
  readonly parent_id?: string;
  /** The ids among the arguments, by argument name, and those that the tool says it touches. */
  readonly target: NamedIds;
  /** The arguments, redacted; long texts and lists are cut and say how long they were. */
  readonly arguments?: unknown;
}

/** Written just before a call leaves. Without an outcome of the same `call_id` it may have happened. */
export interface AuditIntent extends AuditedCall {
  readonly phase: 'intent';
  /** When it was written: ISO 8601 with milliseconds. */
  readonly at: string;
}

/** What became of a call; of one that was refused it is the only event. */
export interface AuditOutcome extends AuditedCall {
  readonly phase: 'outcome';
  /** When the call had ended: ISO 8601 with milliseconds. */
  readonly at: string;
  /** Of a composer: the worst of its writes (`unknown`, then `applied`). */
  readonly outcome: CallOutcome;
  /**
   * The error's code, if the call failed; of a composer, that of the step that ended it;
   * `CONFIRMATION_REQUIRED` if a person has to be asked.
   */
  readonly code?: string;
  /** The ids in the result: what was made or changed. */
  readonly made?: NamedIds;
  /** Of a composer: how its calls that are not reads ended. */
  readonly writes?: Readonly<Record<CallOutcome, number>>;
  readonly duration_ms: number;
  /** Of a `pipeline_step` or `pipeline_run`. */
  readonly records?: AuditedRecords;
}

/** What became of a step of a record pipeline, or of all of it. */
export interface AuditedRecords {
  /** Of a step; from 0. */
  readonly step?: number;
  readonly resource?: string;
  readonly operation?: string;
  /**
   * Of a step: `executed`, `denied`, `authorized` (typed and not called), or `not_reached`. Of a run:
   * `ok`, `rejected` before anything ran, `stopped`, or `error`.
   */
  readonly status:
    | 'authorized'
    | 'denied'
    | 'error'
    | 'executed'
    | 'not_reached'
    | 'ok'
    | 'rejected'
    | 'stopped';
  /** Why it was denied, rejected or ended. */
  readonly reason?: string;
  /** Records of a run, or values of a step. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Of a run: true if its source had more records than it took. */
  readonly truncated?: boolean;
}

/** What happened, or is about to happen, to one call. */
export type AuditEvent = AuditIntent | AuditOutcome;
