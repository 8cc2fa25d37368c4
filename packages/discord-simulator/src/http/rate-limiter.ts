import { createHash } from 'node:crypto';
import type { Clock } from '../world/clock.ts';
import {
  type BucketAllowance,
  DEFAULT_LIMITS,
  type LimitOptions,
  type RequestAllowance,
} from './limit-options.ts';

const MAJOR = /\{(channel_id|guild_id|webhook_id|webhook_token)\}/g;

interface Window {
  used: number;
  endsAt: number;
}

/** A request as the limiter counts it. */
export interface CountedRequest {
  /** `'POST /channels/{channel_id}/messages'`. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The bot's id, or the address. */
  readonly sender: string;
}

/** The limiter's verdict; `headers` go on the answer whatever it is. */
export interface Verdict {
  readonly headers: Readonly<Record<string, string>>;
  readonly refused?: {
    readonly scope: 'user' | 'global' | 'shared';
    /** Seconds. */
    readonly retryAfter: number;
  };
}

/** Fixed windows by the simulator's clock, as Discord counts: per route and major parameter, and in all. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  #limits: Required<LimitOptions> | 'off' = DEFAULT_LIMITS;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  configure(limits: LimitOptions | 'off'): void {
    this.#limits = limits === 'off' ? 'off' : { ...DEFAULT_LIMITS, ...limits };
    this.reset();
  }

  reset(): void {
    this.#windows.clear();
  }

  /** How many answers were invalid in the current window, and how many may be. */
  get invalid(): { count: number; limit: number; window_ms: number } {
    const allowance = this.#invalidAllowance;
    return { count: this.#window('invalid', allowance).used, ...allowance };
  }

  countInvalid(): void {
    this.#window('invalid', this.#invalidAllowance).used += 1;
  }

  /** Seconds that Cloudflare still blocks the address; 0 when it does not. */
  get blockedFor(): number {
    if (this.#limits === 'off' || this.#limits.invalid === 'off') return 0;
    const window = this.#window('invalid', this.#limits.invalid);
    return window.used < this.#limits.invalid.limit ? 0 : Math.ceil(this.#secondsLeft(window));
  }

  take(request: CountedRequest): Verdict {
    if (this.#limits === 'off') return { headers: {} };
    return this.#takeGlobal(request, this.#limits) ?? this.#takeBucket(request, this.#limits);
  }

  get #invalidAllowance(): RequestAllowance {
    const own = this.#limits === 'off' ? 'off' : this.#limits.invalid;
    return own === 'off' ? (DEFAULT_LIMITS.invalid as RequestAllowance) : own;
  }

  #takeGlobal({ sender }: CountedRequest, limits: Required<LimitOptions>): Verdict | undefined {
    if (limits.global === 'off') return undefined;
    const window = this.#window(`global ${sender}`, limits.global);
    if (window.used < limits.global.limit) {
      window.used += 1;
      return undefined;
    }
    return { headers: {}, refused: { scope: 'global', retryAfter: this.#secondsLeft(window) } };
  }

  #takeBucket(request: CountedRequest, limits: Required<LimitOptions>): Verdict {
    const { route, params, sender } = request;
    const allowance = limits.routes[route] ?? fallback(route, limits);
    const key = `${route} ${majorOf(route, params)} ${sender}`;
    const window = this.#window(key, allowance);
    const free = window.used < allowance.limit;
    const sublimit = free ? this.#overSublimit(request, key, limits) : undefined;
    if (free) window.used += 1;
    const headers = {
      'x-ratelimit-limit': String(allowance.limit),
      'x-ratelimit-remaining': String(allowance.limit - window.used),
      'x-ratelimit-reset': (window.endsAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': this.#secondsLeft(window).toFixed(3),
      'x-ratelimit-bucket': createHash('md5').update(route).digest('hex'),
    };
    if (sublimit) return { headers, refused: sublimit };
    if (free) return { headers };
    const scope = allowance.scope ?? 'user';
    return { headers, refused: { scope, retryAfter: this.#secondsLeft(window) } };
  }

  #overSublimit(
    { route, body }: CountedRequest,
    key: string,
    limits: Required<LimitOptions>,
  ): Verdict['refused'] {
    const given = typeof body === 'object' && body !== null ? body : {};
    for (const [index, sublimit] of limits.sublimits.entries()) {
      const concerned = sublimit.fields.some((field) => Object.hasOwn(given, field));
      if (sublimit.route !== route || !concerned) continue;
      const window = this.#window(`sublimit ${index} ${key}`, sublimit);
      if (window.used >= sublimit.limit) {
        return { scope: sublimit.scope ?? 'user', retryAfter: this.#secondsLeft(window) };
      }
      window.used += 1;
    }
    return undefined;
  }

  #window(key: string, { window_ms }: RequestAllowance): Window {
    const now = this.#clock.now();
    const known = this.#windows.get(key);
    if (known && now < known.endsAt) return known;
    const fresh = { used: 0, endsAt: now + window_ms };
    this.#windows.set(key, fresh);
    return fresh;
  }

  #secondsLeft(window: Window): number {
    return Math.max(0, window.endsAt - this.#clock.now()) / 1000;
  }
}

function fallback(route: string, limits: Required<LimitOptions>): BucketAllowance {
  return route.startsWith('GET ') ? limits.reads : limits.writes;
}

function majorOf(route: string, params: Readonly<Record<string, string>>): string {
  const first = /\{(\w+)\}/.exec(route)?.[1];
  if (first !== 'channel_id' && first !== 'guild_id' && first !== 'webhook_id') return '';
  const names = [...route.matchAll(MAJOR)].map(([, name]) => name ?? '');
  const major = first === 'webhook_id' ? names : [first];
  return major.map((name) => params[name]).join(':');
}
