/** A bucket's limit: so many calls in so many milliseconds. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** What answers have taught about rate limits, by route template. */
export class KnownLimits {
  readonly #limits = new Map<string, RateLimit>();

  /**
   * Learns from an answer's headers. The length of a window is nowhere said; the longest
   * `Reset-After` seen for a limit comes nearest.
   */
  learn(template: string, headers: { get(name: string): string | null }): void {
    const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
    const windowMs = Number(headers.get('x-ratelimit-reset-after') ?? Number.NaN) * 1000;
    if (!(limit >= 1) || !(windowMs > 0)) return;
    const known = this.#limits.get(template);
    const longest = known?.limit === limit ? Math.max(known.windowMs, windowMs) : windowMs;
    this.#limits.set(template, { limit, windowMs: longest });
  }

  find(template: string): RateLimit | undefined {
    return this.#limits.get(template);
  }
}
