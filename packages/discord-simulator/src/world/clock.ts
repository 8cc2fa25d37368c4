/** Epoch milliseconds. */
export interface Clock {
  now(): number;
}

const EARLIEST = Date.UTC(2015, 2, 1);
const LATEST = Date.UTC(2089, 0, 1);

/** The simulator's time: a base clock that can be moved, or stood still and advanced by hand. */
export class SettableClock implements Clock {
  readonly #base: Clock;
  #fixed: number | undefined;
  #offset = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#fixed ?? this.#base.now() + this.#offset;
  }

  /** Epoch milliseconds or ISO 8601 makes time stand still there; `null` gives the base clock back. */
  set(at: number | string | null): void {
    this.#offset = 0;
    this.#fixed = at === null ? undefined : toMilliseconds(at);
  }

  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds)) {
      throw new RangeError(`advanceClock takes milliseconds as a number, not ${milliseconds}.`);
    }
    if (this.#fixed === undefined) this.#offset += milliseconds;
    else this.#fixed = toMilliseconds(this.#fixed + milliseconds);
  }
}

function toMilliseconds(at: number | string): number {
  const value = typeof at === 'number' ? at : Date.parse(at);
  if (!(value >= EARLIEST && value < LATEST)) {
    throw new RangeError(
      `The clock cannot be set to ${at}: ids have 17 to 19 digits only from March 2015 to 2088. Pass epoch milliseconds or an ISO 8601 time.`,
    );
  }
  return value;
}
