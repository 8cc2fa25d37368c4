/** Why a call is not waited for any longer. */
export type StopReason = 'cancelled' | 'closed' | 'timeout';

/** What may end the waiting for one call. */
export interface StopSource {
  /** The caller's. */
  readonly signal: AbortSignal;
  /** Aborted when the server shuts down. */
  readonly closed: AbortSignal;
  /** Milliseconds; none are left if it is not above 0. */
  readonly milliseconds: number;
}

/** The end of one call's waiting, whichever reason comes first. Has to be released. */
export class Stop {
  reason: StopReason | undefined;
  readonly #controller = new AbortController();
  readonly #releases: (() => void)[] = [];

  constructor({ signal, closed, milliseconds }: StopSource) {
    this.#listen(signal, 'cancelled');
    this.#listen(closed, 'closed');
    if (milliseconds <= 0) {
      this.#stop('timeout');
      return;
    }
    const timer = setTimeout(() => this.#stop('timeout'), milliseconds);
    this.#releases.push(() => clearTimeout(timer));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for a promise, but not longer than this. What the promise comes to then is ignored. */
  wait<Value>(promise: Promise<Value>): Promise<Value> {
    promise.catch(() => undefined);
    return new Promise((resolve, reject) => {
      const stop = () => reject(this.signal.reason);
      if (this.signal.aborted) stop();
      this.signal.addEventListener('abort', stop, { once: true });
      promise.then(resolve, reject);
    });
  }

  release(): void {
    for (const release of this.#releases) release();
  }

  #listen(signal: AbortSignal, reason: StopReason): void {
    if (signal.aborted) {
      this.#stop(reason);
      return;
    }
    const stop = () => this.#stop(reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#releases.push(() => signal.removeEventListener('abort', stop));
  }

  #stop(reason: StopReason): void {
    if (this.reason) return;
    this.reason = reason;
    this.#controller.abort(new Error(`The call ended: ${reason}.`));
  }
}
