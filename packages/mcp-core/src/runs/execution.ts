import type { Run, RunEnding, RunPatch } from './run.ts';

/** A mark that a call of a durable step is about to be made, or may have been made. */
export interface Claim {
  /** When the step was first claimed, in milliseconds since the epoch; kept when it is taken over. */
  readonly firstAt: number;
  /** Until when a request of any earlier execution may still arrive. */
  readonly until: number;
}

/**
 * One execution of a run. A run is executed again after a crash, a takeover, a wait or a decision;
 * each time is an execution of its own, and only the newest one owns the run. Whatever an execution
 * does here rejects with {@link ExecutionEnded} once it does not own the run any more, or the server
 * stops; the work lets that pass.
 */
export interface Execution {
  /** The run as it was when this execution began. */
  readonly run: Run;
  /** Aborted when the run's cancellation is asked for, in whichever process. */
  readonly signal: AbortSignal;
  /** True if an earlier execution has kept the step. */
  isKept(position: number): boolean;
  /**
   * A durable step: what an earlier execution kept, or what `work` gives, kept before this resolves.
   * Steps are asked for in order, from position 0 and without a gap. The value is JSON. If `work`
   * rejects, nothing is kept.
   *
   * @param name for whoever looks at the engine's tables: `3 messages_send`
   */
  keep<Value>(position: number, name: string, work: () => Promise<Value>): Promise<Value>;
  /**
   * Marks, inside a step, that its call is about to be made. Resolves once the mark is safe and it
   * is certain that this execution owns the run, with the mark of an earlier execution if there is
   * one, whose call may have been made. Once more in the same execution, it only moves `until`.
   *
   * @param until when the request can no longer arrive, in milliseconds since the epoch
   */
  claim(position: number, until: number): Promise<Claim | undefined>;
  /** Takes the mark away: the call was not made, or is known not to have been applied. */
  release(position: number): Promise<void>;
  /** Changes the run while it runs; a status can only be `running` here. */
  update(patch: Omit<RunPatch, 'status' | 'wakeAt'>): Promise<void>;
}

/** This execution is over: another owns the run, or the server stops. Nobody is told more. */
export class ExecutionEnded extends Error {
  override readonly name: string = 'ExecutionEnded';
}

/**
 * The work of a run. Rejects with whatever an {@link Execution} rejected with; any other error is a
 * defect, and ends the run as failed with the note `{ failure: { code: 'INTERNAL_ERROR', message } }`.
 */
export type Execute = (execution: Execution) => Promise<RunEnding>;
