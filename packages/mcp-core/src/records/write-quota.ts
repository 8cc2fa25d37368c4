import type { StepFailure } from '@guildline/pipeline-core';

/**
 * Holds the writes of each step to the number of records that was shown to whoever approved them: a
 * transform that makes many values of one record cannot make more writes of it.
 */
export class WriteQuota {
  readonly #most: number;
  readonly #taken = new Map<number, number>();

  /** @param taken writes that an earlier process had made, by step */
  constructor(most: number, taken: Iterable<readonly [number, number]> = []) {
    this.#most = most;
    this.#taken = new Map(taken);
  }

  /** Takes one write of a step; gives why it may not be made if there are none left. */
  take(step: number): StepFailure | undefined {
    const taken = this.#taken.get(step) ?? 0;
    if (taken < this.#most) {
      this.#taken.set(step, taken + 1);
      return undefined;
    }
    return {
      code: 'CONFIRMATION_INVALID',
      message: `The pipeline may write ${this.#most} times in a step (maxRecords), and one record has become several. Set a higher maxRecords and have it approved.`,
      retriable: false,
      outcome: 'not_applied',
    };
  }
}
