import type { NewRun, Run, RunPatch, RunStatus } from './run.ts';

/** Which runs to list. */
export interface RunFilter {
  readonly kind: string;
  readonly caller: string;
  readonly status?: RunStatus | undefined;
  /** At most so many, newest first. */
  readonly limit: number;
  /** Only those behind this run, in the order of the list. */
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
  /** What the durable steps of a run gave, by position. */
  kept(id: string): Promise<ReadonlyMap<number, unknown>>;
  /** Changes a run that is in one of these states. Gives the run, or `undefined` if it is in another. */
  change(id: string, from: readonly RunStatus[], patch: RunPatch): Promise<Run | undefined>;
  /**
   * Queues a run that is in one of these states, from a step on: what that step and later ones gave
   * is forgotten, marks of calls stay. Gives the run, or `undefined` if it is in another state.
   */
  resume(
    id: string,
    from: readonly RunStatus[],
    position: number,
    patch: Omit<RunPatch, 'status' | 'position' | 'wakeAt'>,
  ): Promise<Run | undefined>;
  /**
   * Asks for a cancellation. A queued, waiting, failed or parked run is `cancelled` at once; of a
   * running one the execution is told, wherever it is. One that has ended stays as it is.
   */
  cancel(id: string): Promise<Run | undefined>;
  /** No new step starts; the calls in flight have three seconds. */
  close(): Promise<void>;
}
