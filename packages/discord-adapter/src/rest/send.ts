import type { CallOutcome } from '@guildline/mcp-core';
import pRetry from 'p-retry';
import type { DiscordRequest } from '../discord.ts';
import { requestError } from '../errors/request-error.ts';
import type { BotToken } from './bot-token.ts';
import type { ClientLimits } from './client-limits.ts';
import { Exchange } from './exchange.ts';
import { type Fault, isSuccess, toFault } from './fault.ts';
import type { Gate } from './gate.ts';
import type { Holds } from './holds.ts';
import { Patience } from './patience.ts';
import { type Repeatability, retryDelay, worseOutcome } from './retry-policy.ts';
import type { Target } from './route.ts';
import type { Transport } from './transport.ts';
import type { Wait } from './wait.ts';
import { longestTimer, Watch, type WatchedContext } from './watch.ts';

/** What sending needs of its client. */
export interface SendSource {
  readonly transport: Transport;
  readonly gate: Gate;
  readonly holds: Holds;
  readonly token: BotToken;
  readonly limits: ClientLimits;
  readonly now: () => number;
  readonly wait: Wait;
  readonly random: () => number;
  readonly noTokenMessage: string;
  /** Requests under way, to be stopped when the client closes. */
  readonly live: Set<Watch>;
}

/** One request of a tool's call. */
export interface Outgoing extends Target {
  readonly request: DiscordRequest;
  /** Asked anew after every attempt: a key ages. */
  readonly repeatability: () => Repeatability;
  readonly context: WatchedContext;
}

/**
 * Sends a request until it succeeds or must not be repeated; the body of the answer comes back.
 *
 * @throws ToolError
 */
export async function send(source: SendSource, outgoing: Outgoing): Promise<unknown> {
  const watch = new Watch(outgoing.context);
  const attempts = new Attempts(source, outgoing, watch);
  source.live.add(watch);
  try {
    return await pRetry(() => attempts.run(), {
      retries: source.limits.retries,
      minTimeout: 0,
      shouldRetry: ({ error, attemptNumber }) => attempts.mayGoOn(error, attemptNumber),
    });
  } catch (error) {
    throw attempts.toError(error);
  } finally {
    watch.release();
    source.live.delete(watch);
  }
}

class FailedAttempt extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.kind);
    this.fault = fault;
  }
}

class Attempts {
  readonly #source: SendSource;
  readonly #outgoing: Outgoing;
  readonly #watch: Watch;
  #outcome: CallOutcome = 'not_applied';
  readonly #patience: Patience;

  constructor(source: SendSource, outgoing: Outgoing, watch: Watch) {
    this.#source = source;
    this.#outgoing = outgoing;
    this.#watch = watch;
    const { rateLimitedAnswers, rateLimitWaitMs } = source.limits;
    const hasDeadline = outgoing.context.deadline !== undefined;
    this.#patience = new Patience({
      rateLimitedAnswers,
      longestWait: () =>
        hasDeadline ? Math.min(watch.remainingMs, longestTimer) : rateLimitWaitMs,
    });
  }

  /** One attempt, with the rate limits that are waited for outside of the queue. */
  async run(): Promise<unknown> {
    for (;;) {
      const exchange = this.#open();
      const fault = await this.#exchange(exchange);
      if (!fault) return exchange.answer?.json;
      if (this.#isGone(fault)) return undefined;
      if (!exchange.held?.borne) {
        this.#note(fault);
        throw new FailedAttempt(fault);
      }
      await this.#pause(exchange.held.hold.milliseconds);
    }
  }

  /** Waits for the next attempt if there may be one. */
  async mayGoOn(error: Error, attempt: number): Promise<boolean> {
    if (!(error instanceof FailedAttempt)) return false;
    const { limits, random } = this.#source;
    const delay = retryDelay(
      {
        fault: error.fault,
        attempt,
        outcome: this.#outcome,
        repeatability: this.#outgoing.repeatability(),
        remainingMs: this.#watch.remainingMs,
        random: random(),
      },
      limits,
    );
    if (delay === undefined) return false;
    await this.#pause(delay);
    return this.#watch.stopped === undefined;
  }

  toError(error: unknown): unknown {
    if (!(error instanceof FailedAttempt)) return error;
    const { method, route, request } = this.#outgoing;
    const { fault } = error;
    const outcome = this.#outcome;
    const reason = fault.passing ? this.#watch.stopped : undefined;
    return requestError({
      method,
      route,
      authorized: request.auth !== false,
      fault: reason ? { kind: 'stopped', reason, sent: false, outcome, passing: false } : fault,
      outcome,
      repeatability: this.#outgoing.repeatability(),
      token: this.#source.token,
      noTokenMessage: this.#source.noTokenMessage,
    });
  }

  /** Goes through the queue once; the fault comes back, or nothing after a success. */
  async #exchange(exchange: Exchange): Promise<Fault | undefined> {
    this.#watch.follow(exchange);
    try {
      this.#source.gate.assertMayQueue(exchange.source);
      if (this.#isHopeless(exchange)) return toFault(exchange, undefined);
      await this.#source.transport.perform(exchange, this.#outgoing.request);
    } catch (error) {
      return toFault(exchange, error);
    }
    return exchange.answer && isSuccess(exchange.answer) ? undefined : toFault(exchange, undefined);
  }

  /** A request that is held for longer than it can wait need not queue to learn it. */
  #isHopeless(exchange: Exchange): boolean {
    const { body, patience } = exchange.source;
    const hold = this.#source.holds.find(
      exchange.source,
      body,
      this.#source.now(),
      patience.served,
    );
    return hold !== undefined && exchange.refuses(hold);
  }

  async #pause(milliseconds: number): Promise<void> {
    await this.#source.wait(milliseconds, this.#watch.signal).catch(() => undefined);
  }

  #note(fault: Fault): void {
    if (this.#outgoing.repeatability().effect === 'read') return;
    this.#outcome = worseOutcome(this.#outcome, fault.outcome);
  }

  /** A repeated delete that finds nothing has done its work, or its first try has. */
  #isGone(fault: Fault): boolean {
    return (
      this.#outgoing.method === 'DELETE' &&
      this.#outcome !== 'not_applied' &&
      fault.kind === 'answer' &&
      fault.answer.status === 404
    );
  }

  #open(): Exchange {
    const { method, route, request } = this.#outgoing;
    return new Exchange({
      method,
      route,
      body: request.body,
      uploadBytes: (request.files ?? []).reduce((sum, { data }) => sum + data.byteLength, 0),
      authorized: request.auth !== false,
      patience: this.#patience,
    });
  }
}
