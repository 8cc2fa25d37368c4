import { setMaxListeners } from 'node:events';
import type { CallContext } from '@guildline/mcp-core';
import type { Exchange, StopReason } from './exchange.ts';

/** The longest time that a timer can hold; milliseconds. */
export const longestTimer: number = 2 ** 31 - 1;

/** What ends a request early: its call's signal and deadline, and the client's closing. */
export type WatchedContext = Pick<CallContext, 'signal' | 'deadline' | 'clock'>;

/** Watches over one request for all its attempts, in the queue, in flight and between them. */
export class Watch {
  stopped: StopReason | undefined;
  readonly #context: WatchedContext;
  readonly #controller = new AbortController();
  readonly #cancel = () => this.stop('cancelled');
  readonly #timer: NodeJS.Timeout | undefined;
  #exchange: Exchange | undefined;

  constructor(context: WatchedContext) {
    this.#context = context;
    const { signal } = context;
    if (this.remainingMs <= 0) this.stop('deadline');
    else if (this.remainingMs <= longestTimer) {
      this.#timer = setTimeout(() => this.stop('deadline'), this.remainingMs);
    }
    if (signal.aborted) this.stop('cancelled');
    else signal.addEventListener('abort', this.#cancel, { once: true });
    // A call may have many requests in the queue, and a caller many calls.
    setMaxListeners(0, signal);
  }

  /** Aborted when the request is to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds until the deadline; may be below zero. */
  get remainingMs(): number {
    const { deadline, clock } = this.#context;
    return deadline === undefined ? Number.POSITIVE_INFINITY : deadline - clock.now();
  }

  /** Watches an attempt in place of the last one. */
  follow(exchange: Exchange): void {
    this.#exchange = exchange;
    if (this.stopped) exchange.stop(this.stopped);
  }

  stop(reason: StopReason): void {
    if (this.stopped) return;
    this.stopped = reason;
    this.#exchange?.stop(reason);
    this.#controller.abort();
  }

  /** Lets go of the signal and the timer. */
  release(): void {
    clearTimeout(this.#timer);
    this.#context.signal.removeEventListener('abort', this.#cancel);
  }
}
