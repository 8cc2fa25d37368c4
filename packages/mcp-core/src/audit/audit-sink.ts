import type { CallOutcome } from '../errors/tool-error.ts';

/** What happened to one call that was not a read. Holds ids and no content. */
export interface AuditEvent {
  /** When the call began: ISO 8601 with milliseconds. */
  readonly at: string;
  /** `composer` for a call that makes other calls, each with its own event. */
  readonly event: 'call' | 'composer';
  readonly tool: string;
  readonly caller: string;
  readonly trace_id: string;
  readonly call_id: string;
  /** The composer's `call_id`, for a step. */
  readonly parent_id?: string;
  /** The ids among the arguments, by argument name. */
  readonly target: Readonly<Record<string, string | readonly string[]>>;
  readonly outcome: CallOutcome;
  /** The error's code, if the call failed. */
  readonly code?: string;
  readonly duration_ms: number;
}

/** Where audit events go. */
export interface AuditSink {
  write(event: AuditEvent): Promise<void>;
}
