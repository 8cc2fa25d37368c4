import { setTimeout as wait } from 'node:timers/promises';
import type { LoggedRequest } from '@guildline/discord-simulator';
import {
  type ApprovalAnswer,
  type CallRequest,
  type Outcome,
  ToolError,
} from '@guildline/mcp-core';
import { type Arena, callerIds } from './arena.ts';
import { type CallKey, keyOfCall } from './call-key.ts';
import { makeCall } from './make-call.ts';
import { makeTrouble, type Trouble } from './make-faults.ts';
import { makePipeline } from './make-pipeline.ts';
import { Random } from './random.ts';
import type { MadeCall } from './writing-calls.ts';

/** What happened, as far as it is not in the audit log. */
export interface Soaked {
  /** Direct calls and steps. */
  readonly calls: number;
  /** Every request that was no read, in the order of arrival. */
  readonly writes: readonly LoggedRequest[];
  /** Calls that were given up while the answer was held back. */
  readonly givenUp: ReadonlySet<CallKey>;
}

/** Makes calls, one turn after the other; in some turns several at once. */
export async function runSoak(arena: Arena, seed: number, wanted: number): Promise<Soaked> {
  return new Soak(arena, seed).run(wanted);
}

class Soak {
  readonly #arena: Arena;
  readonly #random: Random;
  readonly #writes: LoggedRequest[] = [];
  readonly #givenUp = new Set<CallKey>();
  #numbers = 0;
  #calls = 0;

  constructor(arena: Arena, seed: number) {
    this.#arena = arena;
    this.#random = new Random(seed);
  }

  async run(wanted: number): Promise<Soaked> {
    while (this.#calls < wanted) await this.#turn();
    return { calls: this.#calls, writes: this.#writes, givenUp: this.#givenUp };
  }

  async #turn(): Promise<void> {
    const trouble = makeTrouble(this.#random);
    const { control } = this.#arena.simulator;
    for (const fault of trouble.faults) control.inject(fault);
    const atOnce = this.#random.chance(0.2) ? this.#random.between(2, 5) : 1;
    const unansweredBefore = this.#arena.unanswered();
    const planned = Array.from({ length: atOnce }, () => this.#plan());
    await Promise.all(planned.map((call) => this.#make(call, trouble)));
    await this.#settle(unansweredBefore);
    control.clearFaults();
    if (trouble.isLongHold) this.#arena.skipHolds();
  }

  #plan(): MadeCall {
    const making = { pools: this.#arena.pools, random: this.#random, number: this.#nextNumber() };
    if (!this.#random.chance(0.08)) {
      this.#calls += 1;
      return makeCall(making);
    }
    const steps = makePipeline(making, () => this.#nextNumber());
    this.#calls += steps.length;
    return { tool: 'mcp_pipeline', args: { steps } };
  }

  #nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  async #make(call: MadeCall, trouble: Trouble): Promise<void> {
    const { giveUp } = trouble;
    const request = {
      caller: { id: this.#pickCaller(), groups: [] },
      canAsk: this.#random.chance(0.7),
    };
    if (giveUp) for (const key of keysOf(call)) this.#givenUp.add(key);
    const says = this.#random.weighted({ yes: 85, no: 10, nothing: 5 });
    const outcome = await this.#dispatch(call, request, trouble);
    if (says === 'nothing') return;
    const again = answerTo(outcome, says === 'yes');
    if (!again) return;
    const args = { ...call.args, ...again.args };
    const { answer } = again;
    await this.#dispatch({ ...call, args }, { ...request, ...(answer && { answer }) }, trouble);
  }

  async #dispatch(
    { tool, args }: MadeCall,
    request: CallRequest,
    { giveUp }: Trouble,
  ): Promise<Outcome> {
    const { now, dispatch, pools } = this.#arena;
    const bounds =
      giveUp?.by === 'signal'
        ? { signal: AbortSignal.timeout(giveUp.after) }
        : giveUp && { deadline: now() + giveUp.after };
    const outcome = await dispatch(tool, args, { ...request, ...bounds });
    if (outcome.kind === 'result') pools.learn(tool, outcome.structured);
    return outcome;
  }

  #pickCaller(): string {
    if (this.#random.chance(0.8)) return this.#random.pick(['local', 'alice']);
    return this.#random.pick(callerIds);
  }

  /** Waits until the simulator has dealt with every request, also with those that were given up. */
  async #settle(unansweredBefore: number): Promise<void> {
    const { simulator, unanswered } = this.#arena;
    for (;;) {
      const requests = simulator.control.requests();
      const open = requests.filter(({ status }) => status === 0).length;
      if (open === unanswered() - unansweredBefore) {
        this.#writes.push(...requests.filter(({ method }) => method !== 'GET'));
        simulator.control.clearRequests();
        return;
      }
      await wait(1);
    }
  }
}

function keysOf({ tool, args }: MadeCall): CallKey[] {
  const calls = (args['steps'] as readonly MadeCall[] | undefined) ?? [{ tool, args }];
  return calls.flatMap((call) => keyOfCall(call.tool, call.args) ?? []);
}

/** How a question is answered; `undefined` if none was put. */
function answerTo(
  outcome: Outcome,
  yes: boolean,
): { answer?: ApprovalAnswer; args?: object } | undefined {
  if (outcome.kind === 'needs-approval') {
    const { ticket } = outcome.request;
    return { answer: yes ? { approved: true, ticket } : { approved: false, why: 'declined' } };
  }
  if (outcome.kind !== 'error' || !(outcome.error instanceof ToolError)) return undefined;
  const details = outcome.error.details as { confirm_token?: string } | undefined;
  return yes && details?.confirm_token ? { args: { __confirm: details.confirm_token } } : undefined;
}
