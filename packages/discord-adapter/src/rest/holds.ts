import { fieldOf } from './answer.ts';
import { type Target, toTemplate } from './route.ts';

/** A rate limit that stands in the way of a request. */
export interface RateLimitWait {
  readonly milliseconds: number;
  readonly global: boolean;
  /** `user`, `global` or `shared`. */
  readonly scope: string;
}

/** A wait with the time it ends, in milliseconds. */
export interface Hold extends RateLimitWait {
  readonly until: number;
  /** True if others of the same queue may go on, so that the wait must not be at its head. */
  readonly isOutside: boolean;
}

/** A 429, as far as holds need it. */
export interface Refusal {
  readonly milliseconds: number;
  readonly global: boolean;
  readonly scope: string;
  /** True if the bucket itself has requests left, so that only a part of it is limited. */
  readonly isSublimit: boolean;
}

const everything = '*';
/** No answer may hold back anything for longer; milliseconds. */
const longest = 24 * 60 * 60 * 1000;
/** At the head of a queue nobody waits for longer: those behind could not be told; milliseconds. */
const longestAtHead = 10_000;
const crowded = 500;

/**
 * What 429 answers hold back, and until when. The library's own bookkeeping of unexpected limits
 * can lock a queue for ever, so it gets to see none: a request that is held waits at the head of its
 * queue, or leaves it for the time where others may go on.
 */
export class Holds {
  readonly #holds = new Map<string, Hold>();

  /** Notes a refusal and gives the hold that follows from it. */
  add(target: Target, body: unknown, refusal: Refusal, now: number): Hold {
    const { milliseconds, global, scope, isSublimit } = refusal;
    const until = now + Math.min(milliseconds, longest);
    const [whole, part] = keysOf(target, body);
    const key = global ? everything : isSublimit ? (part ?? whole) : whole;
    const isOutside = key === part || milliseconds > longestAtHead;
    const hold = { milliseconds, global, scope, until, isOutside };
    this.#holds.set(key, hold);
    if (this.#holds.size > crowded) this.#forget(now);
    return hold;
  }

  /** The longest hold on a request; those that end by `served` it has waited for already. */
  find(target: Target, body: unknown, now: number, served: number): Hold | undefined {
    let found: Hold | undefined;
    const [whole, part] = keysOf(target, body);
    for (const key of [everything, whole, ...(part === undefined ? [] : [part])]) {
      const hold = this.#holds.get(key);
      if (hold && hold.until > Math.max(now, served, found?.until ?? 0)) found = hold;
    }
    return found && { ...found, milliseconds: found.until - now };
  }

  /** How many are remembered. */
  get size(): number {
    return this.#holds.size;
  }

  #forget(now: number): void {
    for (const [key, { until }] of this.#holds) if (until <= now) this.#holds.delete(key);
  }
}

/** The bucket of a request and, for what Discord is known to limit further, the part of it. */
function keysOf(target: Target, body: unknown): readonly [whole: string, part: string | undefined] {
  const template = toTemplate(target);
  const major = /^\/(?:channels|guilds|webhooks)\/([^/?]+)/.exec(target.route)?.[1] ?? '';
  const whole = `${template} ${major}`;
  const isRenaming =
    template === 'PATCH /channels/:id' &&
    (fieldOf(body, 'name') !== undefined || fieldOf(body, 'topic') !== undefined);
  return [whole, isRenaming ? `${whole} name` : undefined];
}
