import type { RecordFailure } from './transform.ts';

/**
 * An item of a source that could not be read as a record: a ragged line of a CSV file. A source puts
 * it into its page where the record would stand; it fails like a record, and the next one goes on.
 */
export class UnreadableRecord {
  readonly failure: RecordFailure;
  /** What there is of it, for the list of failed records. */
  readonly source: unknown;

  constructor(failure: RecordFailure, source: unknown) {
    this.failure = failure;
    this.source = source;
  }
}
