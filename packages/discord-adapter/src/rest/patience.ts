import type { Hold } from './holds.ts';

/** What the patience of a request depends on. */
export interface PatienceSource {
  /** The longest single rate-limit wait; milliseconds. */
  readonly longestWait: () => number;
  /** How many answers of 429 are borne. */
  readonly rateLimitedAnswers: number;
}

/** How much rate limiting one request bears, over all its ways through the queue. */
export class Patience {
  readonly #source: PatienceSource;
  #answers = 0;
  #served = 0;

  constructor(source: PatienceSource) {
    this.#source = source;
  }

  /** Until when holds have been waited for; epoch milliseconds. */
  get served(): number {
    return this.#served;
  }

  /** False for a wait that is too long. */
  reaches(milliseconds: number): boolean {
    return milliseconds <= this.#source.longestWait();
  }

  /** Decides whether a hold is waited for, and takes it as waited for if so. */
  bears(hold: Hold, answered: boolean): boolean {
    if (answered) this.#answers += 1;
    if (this.#answers > this.#source.rateLimitedAnswers) return false;
    if (!this.reaches(hold.milliseconds)) return false;
    this.#served = Math.max(this.#served, hold.until);
    return true;
  }
}
