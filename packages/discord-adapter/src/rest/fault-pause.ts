/**
 * Stops sending for a while after many passing faults in a row, then lets one request try: a server
 * that is down is not hammered by everything that waits for it.
 */
export class FaultPause {
  readonly #limit: number;
  readonly #pauseMs: number;
  #faults = 0;
  #until = 0;

  constructor(limit: number, pauseMs: number) {
    this.#limit = limit;
    this.#pauseMs = pauseMs;
  }

  /** Discord answered: all is well. */
  succeed(): void {
    this.#faults = 0;
    this.#until = 0;
  }

  /** A server error, a timeout or a broken connection, at a time in milliseconds. */
  fail(now: number): void {
    this.#faults += 1;
    if (this.#faults >= this.#limit) this.#until = now + this.#pauseMs;
  }

  /** Milliseconds to stay away; 0 lets the request through. The first one after a pause is the probe. */
  pause(now: number): number {
    if (this.#until === 0) return 0;
    if (now < this.#until) return this.#until - now;
    this.#until = now + this.#pauseMs;
    return 0;
  }
}
