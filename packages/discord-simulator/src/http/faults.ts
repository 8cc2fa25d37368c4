/**
 * What goes wrong with the next matching requests. A fault with `status`, `rate_limit` or
 * `drop: 'before'` keeps the request from having an effect.
 */
export interface Fault {
  readonly method?: string;
  /** A path below `/api/vN` without query, one that ends in `*` (any continuation), or a route template. */
  readonly path?: string;
  /** How many requests it meets; default 1. */
  readonly times?: number;
  /** Answer with this status instead of doing anything. */
  readonly status?: number;
  /** JSON, or a string sent as it is (HTML). Default: Discord's plain error body for the status. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Real milliseconds to wait, see `delay`. */
  readonly delay_ms?: number;
  /** Whether `delay_ms` passes before the effect (default) or between the effect and the answer. */
  readonly delay?: 'before' | 'after';
  /** End the connection without an answer, before or after the effect. */
  readonly drop?: 'before' | 'after';
  /** With `status`: the effect happens first, as when a gateway gives up on a request that worked. */
  readonly apply?: boolean;
  readonly rate_limit?: {
    /** Seconds. */
    readonly retry_after: number;
    readonly global?: boolean;
    readonly scope?: 'user' | 'shared';
    /** Leave out `Retry-After` and the `X-RateLimit` headers. */
    readonly without_headers?: boolean;
  };
}

/** The faults waiting for their requests, oldest first. */
export class Faults {
  #waiting: { readonly fault: Fault; left: number }[] = [];

  inject(fault: Fault): void {
    const times = fault.times ?? 1;
    if (!Number.isInteger(times) || times < 1) {
      throw new RangeError(`A fault's times is a whole number from 1, not ${times}.`);
    }
    this.#waiting.push({ fault, left: times });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault that meets this request, if any; it is used up by that. */
  take(method: string, path: string, template: string): Fault | undefined {
    const entry = this.#waiting.find(({ fault }) => matches(fault, method, path, template));
    if (!entry) return undefined;
    entry.left -= 1;
    if (entry.left === 0) this.#waiting = this.#waiting.filter((other) => other !== entry);
    return entry.fault;
  }
}

function matches(fault: Fault, method: string, path: string, template: string): boolean {
  if (fault.method && fault.method.toUpperCase() !== method) return false;
  if (fault.path === undefined) return true;
  if (fault.path.endsWith('*')) return path.startsWith(fault.path.slice(0, -1));
  return fault.path === path || fault.path === template;
}
