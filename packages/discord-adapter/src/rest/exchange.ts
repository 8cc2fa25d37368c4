import { setMaxListeners } from 'node:events';
import type { Answer } from './answer.ts';
import type { Hold, RateLimitWait } from './holds.ts';
import type { Patience } from './patience.ts';
import type { Target } from './route.ts';

/** Why a request was given up from our side. */
export type StopReason = 'cancelled' | 'deadline' | 'timeout' | 'closed';

/** How far a request has come. */
export type Phase = 'waiting' | 'sent' | 'answering' | 'answered';

/** What an exchange is made from. */
export interface ExchangeSource extends Target {
  readonly body: unknown;
  /** Of all files together. */
  readonly uploadBytes: number;
  /** False for routes that carry their own token. */
  readonly authorized: boolean;
  readonly patience: Patience;
}

/**
 * One way of a request through the queue: what the queue, the HTTP hook and the retry policy know
 * of it. The library hands no context through, so it travels by `AsyncLocalStorage`.
 */
export class Exchange {
  readonly source: ExchangeSource;
  phase: Phase = 'waiting';
  /** The status line, known before the body. */
  status: number | undefined;
  answer: Answer | undefined;
  stopped: StopReason | undefined;
  /** A rate limit that the library would have waited for longer than the request can. */
  refusedWait: RateLimitWait | undefined;
  /** A hold for which the request left the queue: to come back after it if it is borne. */
  held: { readonly hold: Hold; readonly borne: boolean } | undefined;
  readonly #controller = new AbortController();

  constructor(source: ExchangeSource) {
    this.source = source;
    // Whoever passes the signal on may listen to it more than once.
    setMaxListeners(0, this.#controller.signal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives the request up; the first reason stays. */
  stop(reason: StopReason): void {
    if (this.stopped || this.phase === 'answered') return;
    this.stopped = reason;
    this.#controller.abort();
  }

  /** Notes that the request leaves now. */
  leave(): void {
    this.phase = 'sent';
  }

  /** Notes the status line. */
  begin(status: number): void {
    this.phase = 'answering';
    this.status = status;
  }

  /** Notes the whole answer. */
  finish(answer: Answer): void {
    this.answer = answer;
    this.phase = 'answered';
  }

  /** Notes an answer of 429: the request is to be sent again. */
  requeue(): void {
    this.phase = 'waiting';
    this.status = undefined;
  }

  /** Decides whether a hold is waited for at the head of the queue; if not, the request leaves it. */
  waitsFor(hold: Hold, answered: boolean): boolean {
    const borne = this.source.patience.bears(hold, answered);
    if (borne && !hold.isOutside) return true;
    this.held = { hold, borne };
    return false;
  }

  /** Decides whether a wait of the library's is too long for this request. */
  refuses(wait: RateLimitWait): boolean {
    if (this.source.patience.reaches(wait.milliseconds)) return false;
    this.refusedWait = wait;
    return true;
  }
}
