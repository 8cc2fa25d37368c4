import { RecordInFlight } from './record-in-flight.ts';

/**
 * The source records on their way, in the order of the source. A record leaves once it and all
 * before it have ended.
 */
export class Flight {
  readonly #onLeave: (record: RecordInFlight) => void;
  #records: RecordInFlight[] = [];
  #first = 0;
  #next: number;
  #waiter: { readonly most: number; readonly resolve: () => void } | undefined = undefined;

  /**
   * @param position of the first record
   * @param onLeave told of each record that leaves, in order
   */
  constructor(position: number, onLeave: (record: RecordInFlight) => void) {
    this.#next = position;
    this.#onLeave = onLeave;
  }

  get length(): number {
    return this.#records.length - this.#first;
  }

  enter(source: unknown): RecordInFlight {
    const record = new RecordInFlight(this.#next, source);
    this.#next += 1;
    this.#records.push(record);
    return record;
  }

  /** One value of a record has become some others, none included. */
  replace(record: RecordInFlight, values: number): void {
    record.pending += values - 1;
    if (record.pending === 0) this.#leave();
  }

  /** Resolves once so many records, or fewer, are on their way. One waits at a time. */
  async atMost(most: number): Promise<void> {
    if (this.length <= most) return;
    await new Promise<void>((resolve) => {
      this.#waiter = { most, resolve };
    });
  }

  #leave(): void {
    for (;;) {
      const record = this.#records[this.#first];
      if (!record || record.pending > 0) break;
      this.#first += 1;
      this.#onLeave(record);
    }
    if (this.#first > 0 && this.#first * 2 >= this.#records.length) {
      this.#records = this.#records.slice(this.#first);
      this.#first = 0;
    }
    if (this.#waiter && this.length <= this.#waiter.most) {
      const { resolve } = this.#waiter;
      this.#waiter = undefined;
      resolve();
    }
  }
}
