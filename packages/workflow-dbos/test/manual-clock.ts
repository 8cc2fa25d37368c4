/** A clock that stands still until it is moved. */
export class ManualClock {
  #now = Date.UTC(2030, 0, 1);
  now(): number {
    return this.#now;
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
