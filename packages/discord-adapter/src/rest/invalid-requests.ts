const windowMs = 10 * 60 * 1000;
const slotMs = 10 * 1000;
const slots = windowMs / slotMs;

/**
 * Counts invalid requests over the last ten minutes and says when too many have been made. Discord
 * bans an address that makes 10,000; this stops well before.
 */
export class InvalidRequests {
  readonly #limit: number;
  readonly #counts = new Map<number, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one, at a time in milliseconds. */
  add(now: number): void {
    const slot = Math.floor(now / slotMs);
    this.#counts.set(slot, (this.#counts.get(slot) ?? 0) + 1);
    this.#forget(slot);
  }

  /** Milliseconds until requests may leave again; 0 while they may. */
  pause(now: number): number {
    const current = Math.floor(now / slotMs);
    this.#forget(current);
    let excess = this.count(now) - this.#limit + 1;
    if (excess <= 0) return 0;
    for (const [slot, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      excess -= count;
      if (excess <= 0) return (slot + slots + 1) * slotMs - now;
    }
    return windowMs;
  }

  /** How many were made in the last ten minutes. */
  count(now: number): number {
    this.#forget(Math.floor(now / slotMs));
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  #forget(current: number): void {
    for (const slot of this.#counts.keys()) if (slot < current - slots) this.#counts.delete(slot);
  }
}
