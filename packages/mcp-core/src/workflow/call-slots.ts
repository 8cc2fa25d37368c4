/** Lets a bounded number of calls be made at the same time; the others wait in order. */
export class CallSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param size how many calls at once, at least 1 */
  constructor(size: number) {
    if (!(size >= 1)) throw new TypeError(`There must be at least one slot, and not ${size}.`);
    this.#free = size;
  }

  /** Runs `work` once a slot is free. Gives `undefined`, without running it, if `signal` is aborted first. */
  async run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value | undefined> {
    if (!(await this.#take(signal))) return undefined;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  async #take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const take = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        this.#waiting.delete(take);
        resolve(false);
      };
      this.#waiting.add(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
