/** What one record pipeline may cost, and how much of it is in memory at once. */
export const recordLimits: {
  /** Steps of one spec. */
  readonly steps: number;
  /** Source records that are not finished yet. */
  readonly recordsInFlight: number;
  /** Values that a transform is handed at once. */
  readonly batch: number;
  /** Values that one source record may become, over all steps. */
  readonly valuesOfOne: number;
  /** Calls in flight for a resource that does not say. */
  readonly concurrency: number;
  /** Finished source records between two checkpoints of a run that only reads. */
  readonly recordsPerCheckpoint: number;
  /** Answers of one reusable operation that are kept within a run. */
  readonly reusedAnswers: number;
  /** Milliseconds of work after which the rest of the process gets a turn. */
  readonly turn: number;
} = Object.freeze({
  steps: 20,
  recordsInFlight: 1000,
  batch: 100,
  valuesOfOne: 10_000,
  concurrency: 4,
  recordsPerCheckpoint: 500,
  reusedAnswers: 500,
  turn: 10,
});
