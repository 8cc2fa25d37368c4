import type { DataRecord, FailedRecord, FailedRecords } from '@guildline/pipeline-core';

/** Bytes of JSON of failed records that are listed; what lies beyond is counted. */
const mostBytes = 4 * 1024 * 1024;

/** The failed records of a run in memory. */
export class FailedList implements FailedRecords {
  readonly #records: FailedRecord[] = [];
  #bytes = 0;
  #omitted = 0;

  get length(): number {
    return this.#records.length;
  }

  /** How many have failed and are not listed. */
  get omitted(): number {
    return this.#omitted;
  }

  get records(): readonly FailedRecord[] {
    return this.#records;
  }

  async write(failed: FailedRecord): Promise<void> {
    this.#bytes += JSON.stringify(failed).length;
    if (this.#bytes > mostBytes) this.#omitted += 1;
    else this.#records.push(failed);
  }

  async truncate(length: number): Promise<void> {
    this.#records.length = Math.min(length, this.#records.length);
  }
}

/** What has to be known of failed records before they are run again; `undefined` if nothing was written. */
export function warnOfWritten(failed: readonly FailedRecord[]): string | undefined {
  const written = failed.filter(({ outcome }) => outcome !== 'not_applied').length;
  if (written === 0) return undefined;
  return `For ${written} of the failed records something was written, or may have been (error_outcome "applied" or "unknown"). Look at these before you run them again: it would be written twice.`;
}

/**
 * A failed record as a row: its own fields, and what became of it. As the source of another run the
 * own fields are where they were, and those of the failure are overwritten if it fails again.
 */
export function toFailedRow({ record, step, code, message, outcome }: FailedRecord): DataRecord {
  const isRecord = typeof record === 'object' && record !== null && !Array.isArray(record);
  return {
    ...(isRecord ? (record as DataRecord) : { value: record }),
    error_step: step,
    error_code: code,
    error_message: message,
    error_outcome: outcome,
  };
}
