import type { NewRun, Run, RunPatch, RunStatus } from './run.ts';

/** Which runs to list. */
export interface RunFilter {
  readonly kind: string;
  readonly caller: string;
  readonly status?: RunStatus | undefined;
  /** At most so many, newest first. */
  readonly limit: number;
  /** Only those behind this run, in the order of the list; nothing if there is no such run. */
  readonly after?: string | undefined;
}

/**
 * The port of the durable engine: runs that survive the process. Every method may start the engine,
 * and rejects with a `ToolError` of code `WORKFLOW_UNAVAILABLE` if it cannot be had here.
 */
export interface RunEngine {
  /** Keeps a run and queues it, before this resolves. With a key that is known, gives the known run. */
  start(run: NewRun): Promise<{ readonly run: Run; readonly isNew: boolean }>;
  find(id: string): Promise<Run | undefined>;
  list(filter: RunFilter): Promise<readonly Run[]>;
  /** What the durable steps of a run gave, by position, as far as it is not forgotten. */
  kept(id: string): Promise<ReadonlyMap<number, unknown>>;
  /** Changes a run that is in one of these states. Gives the run, or `undefined` if it is in another. */
  change(id: string, from: readonly RunStatus[], patch: RunPatch): Promise<Run | undefined>;
  /**
   * Queues a run again, from the step where it stands: what that step gave is forgotten, marks of
   * calls stay, and a cancellation that was asked for before does not reach the new execution. Gives
   * the run as it is then, or `undefined` if it was changed since it was read: a decision counts for
   * what was seen and for nothing that happened since.
   *
   * @param run as `find`, `list` or `cancel` gave it: not queued, running or completed
   */
  resume(run: Run, patch: Pick<RunPatch, 'note'>): Promise<Run | undefined>;
  /**
   * Asks for a cancellation. A queued, waiting, failed or parked run is `cancelled` at once; of a
   * running one the execution is told, wherever it is, also one that takes the run over later; if it
   * then ends as waiting, failed or parked, the run is `cancelled`. One that has ended stays as it is.
   */
  cancel(id: string): Promise<Run | undefined>;
  /** No new step starts; the calls in flight have three seconds. */
  close(): Promise<void>;
}
