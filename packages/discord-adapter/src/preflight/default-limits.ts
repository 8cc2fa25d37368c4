import type { RateLimit } from '../rest/known-limits.ts';

/**
 * Cautious guesses for buckets that have not been used yet. Discord documents no numbers; these are
 * what bots commonly see, and an answer's headers replace them.
 */
export function defaultLimit(route: string): RateLimit {
  return observed.find(([pattern]) => pattern.test(route))?.[1] ?? ordinary;
}

const ordinary: RateLimit = { limit: 5, windowMs: 5_000 };

const observed: readonly (readonly [RegExp, RateLimit])[] = [
  [/ \/channels\/[^/]+\/messages\/[^/]+\/reactions/, { limit: 1, windowMs: 300 }],
  [/^PATCH \/channels\/[^/]+$/, { limit: 2, windowMs: 600_000 }],
  [/^GET /, { limit: 10, windowMs: 5_000 }],
];
