/** How often the engine looks, and how long it waits. Milliseconds. */
export interface EngineTiming {
  /** Between two looks for runs to wake, cancellations and unfinished changes. Default 1,000. */
  readonly sweep: number;
  /** Between two looks into the queue. Default 1,000. */
  readonly poll: number;
  /** Silence after which the runs of a replica are taken over by the others. Default 30,000. */
  readonly lease: number;
  /** For the calls in flight when the engine closes. Default 3,000. */
  readonly drain: number;
}

/** Quick enough for people, and idle enough for a database. */
export const defaultTiming: EngineTiming = {
  sweep: 1_000,
  poll: 1_000,
  lease: 30_000,
  drain: 3_000,
};
