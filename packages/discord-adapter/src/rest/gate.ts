import { type Answer, discordCodeOf, fieldOf, isForeign } from './answer.ts';
import type { BotToken } from './bot-token.ts';
import { BoundedSet } from './bounded-set.ts';
import type { ClientLimits } from './client-limits.ts';
import { FaultPause } from './fault-pause.ts';
import { InvalidRequests } from './invalid-requests.ts';
import { assertUsable, goneWebhook, tooManyFaults, tooManyInvalid } from './refusals.ts';
import type { Target } from './route.ts';

/** What a gate is made from. */
export interface GateSource {
  readonly token: BotToken;
  readonly limits: ClientLimits;
  readonly now: () => number;
  readonly noTokenMessage: string;
}

/** A request as the gate sees it. */
export interface GateRequest extends Target {
  readonly authorized: boolean;
}

/**
 * Decides, before the queue and again just before a request leaves, whether it may; and learns from
 * every answer. It keeps a bot from being banned for what it goes on doing wrong.
 */
export class Gate {
  readonly #source: GateSource;
  readonly #invalid: InvalidRequests;
  readonly #faults: FaultPause;
  readonly #goneWebhooks = new BoundedSet(1_000);

  constructor(source: GateSource) {
    this.#source = source;
    this.#invalid = new InvalidRequests(source.limits.invalidRequests);
    this.#faults = new FaultPause(source.limits.faultsInARow, source.limits.faultPauseMs);
  }

  /** @throws ToolError if the request must not be queued. */
  assertMayQueue(request: GateRequest): void {
    if (request.authorized) assertUsable(this.#source.token, this.#source.noTokenMessage);
    const now = this.#source.now();
    const pause = this.#invalid.pause(now);
    if (pause > 0) throw tooManyInvalid(this.#invalid.count(now), pause);
    const webhook = webhookOf(request.route);
    if (webhook !== undefined && this.#goneWebhooks.has(webhook)) throw goneWebhook();
  }

  /** @throws ToolError if the request must not leave. */
  assertMayLeave(request: GateRequest): void {
    this.assertMayQueue(request);
    const pause = this.#faults.pause(this.#source.now());
    if (pause > 0) throw tooManyFaults(pause);
  }

  /** Learns from a whole answer. */
  learn(request: GateRequest, header: string, answer: Answer, scope: string | null): void {
    const now = this.#source.now();
    const { status } = answer;
    if (status >= 500) this.#faults.fail(now);
    else this.#faults.succeed();
    const shared = status === 429 && scope === 'shared';
    if ((status === 401 || status === 403 || status === 429) && !shared) this.#invalid.add(now);
    if (status === 401 && request.authorized && saysTokenIsBad(answer)) {
      this.#source.token.refuse(header);
    }
    const webhook = webhookOf(request.route);
    if (status === 404 && webhook !== undefined && discordCodeOf(answer) === 10015) {
      this.#goneWebhooks.add(webhook);
    }
  }

  /** Learns that no whole answer came. */
  learnOfSilence(): void {
    this.#faults.fail(this.#source.now());
  }
}

/** A proxy may want its own authorization, and a webhook has a token of its own. */
function saysTokenIsBad(answer: Answer): boolean {
  return !isForeign(answer) && discordCodeOf(answer) !== 50027;
}

/** The answer is a ban of this address rather than a limit of a bucket. */
export function isBan(answer: Answer): boolean {
  return isForeign(answer) || fieldOf(answer.json, 'code') === 40333;
}

function webhookOf(route: string): string | undefined {
  return /^\/webhooks\/([^/?]+)/.exec(route)?.[1];
}
