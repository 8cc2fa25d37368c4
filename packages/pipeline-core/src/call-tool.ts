/**
 * Everything the step loop may know of the outside: how to call a tool, what time it is, whether
 * to stop, and where finished steps are kept. Nothing else leaks in.
 */

/** One call that the loop wants made; its arguments hold no templates any more. */
export interface StepCall {
  /** Position in the run, from 0. */
  readonly index: number;
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Why a step failed. `code`, `message` and `retriable` are what a pipeline's answer shows. */
export interface StepFailure {
  readonly code: string;
  readonly message: string;
  readonly retriable: boolean;
  /** Whether the call had its effect. */
  readonly outcome: 'not_applied' | 'applied' | 'unknown';
  /** Milliseconds to wait before calling again. */
  readonly retry_after_ms?: number | undefined;
  readonly details?: unknown;
}

/** How a call ended. A failed tool is a value; a thrown error is a defect of the caller. */
export type CallResult =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: StepFailure };

/** Calls one tool. Must not throw. */
export type CallTool = (call: StepCall) => Promise<CallResult>;

/** A source of time; only differences are used for durations. */
export interface Clock {
  /** Milliseconds since the Unix epoch; may have a fraction. */
  now(): number;
}

/** The part of an `AbortSignal` that the loop reads. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason?: unknown;
}
