import type { StepCall, StepFailure } from '@guildline/pipeline-core';
import { shortenArguments } from '../audit/shorten-arguments.ts';
import type { Outcome } from '../outcome.ts';
import type { Execution } from '../runs/execution.ts';
import type { ToolDefinition } from '../tool.ts';
import type { CallPorts } from './call-ports.ts';
import { arrivalMargin, type Judgement, judgeInFlight, maximumRepeats } from './judge-in-flight.ts';
import { notMade, type Settled } from './settled.ts';
import type { StepCaller } from './step-caller.ts';
import { toStepFailure } from './to-step-failure.ts';

/** What a write needs of its surroundings. */
type WritePorts = Pick<CallPorts, 'callTime' | 'clock' | 'sleep' | 'slots'>;

/** The part of an execution that a write marks itself in. */
type WriteExecution = Pick<Execution, 'claim' | 'release' | 'signal'>;

/** The call's outcome is open: an earlier execution's, or this one's own. */
const open = 'open';

/**
 * The call of a step that changes something. It is claimed just before it is made, so that the next
 * execution knows of it. A call whose outcome is open, whoever made it, is repeated if that is
 * harmless, looked up if that is possible, and otherwise left to a person.
 */
export class WriteCall {
  readonly #step: StepCall;
  readonly #tool: ToolDefinition;
  readonly #execution: WriteExecution;
  readonly #ports: WritePorts;
  readonly #caller: Pick<StepCaller, 'call' | 'lookUp'>;
  #isClaimed = false;
  /** When the step was claimed first. */
  #firstAt = 0;
  /** Until when an open call may still arrive; `undefined` if none is open. */
  #openUntil: number | undefined;
  #losses = 0;
  /** How this execution's own call was lost. */
  #loss: StepFailure | undefined;
  /** How a repetition was refused while an earlier call was open. */
  #refusal: StepFailure | undefined;

  /** @param caller makes the call, and looks it up */
  constructor(
    step: StepCall,
    tool: ToolDefinition,
    execution: WriteExecution,
    ports: WritePorts,
    caller: Pick<StepCaller, 'call' | 'lookUp'>,
  ) {
    this.#step = step;
    this.#tool = tool;
    this.#execution = execution;
    this.#ports = ports;
    this.#caller = caller;
  }

  /** Rejects with what the execution rejects with. */
  async settle(): Promise<Settled> {
    let before: number | undefined;
    for (;;) {
      const sent = await this.#send(before);
      if (sent !== open) return sent;
      const judged = await this.#judge();
      if ('kind' in judged) return judged;
      before = judged.until;
    }
  }

  /** Makes the call, unless an earlier execution may have made it, or `before` has passed. */
  async #send(before = Number.POSITIVE_INFINITY): Promise<Settled | typeof open> {
    const { slots, clock, callTime } = this.#ports;
    const { index } = this.#step;
    const sent = await slots.run(this.#execution.signal, async () => {
      const now = clock.now();
      if (now >= before) return open;
      const deadline = Math.min(now + callTime, before);
      const earlier = await this.#execution.claim(index, deadline + arrivalMargin);
      if (!this.#isClaimed) {
        this.#isClaimed = true;
        this.#firstAt = earlier?.firstAt ?? now;
        this.#openUntil = earlier?.until;
        if (earlier) return open;
      }
      return this.#read(await this.#caller.call(this.#step, deadline), deadline + arrivalMargin);
    });
    return sent ?? this.#stopped();
  }

  async #read(outcome: Outcome, until: number): Promise<Settled | typeof open> {
    if (outcome.kind === 'result') {
      return { kind: 'done', result: outcome.structured, notes: outcome.notes };
    }
    const error = toStepFailure(outcome);
    if (error.outcome === 'unknown') {
      this.#losses += 1;
      this.#loss = error;
      this.#openUntil = Math.max(until, this.#openUntil ?? 0);
      return open;
    }
    if (error.outcome === 'applied') {
      return this.#tool.effect === 'idempotent' ? { kind: 'failed', error } : this.#review(error);
    }
    if (this.#openUntil === undefined) return this.#fail(error);
    this.#refusal = error;
    return open;
  }

  async #judge(): Promise<Settled | Extract<Judgement, { next: 'again' }>> {
    const judgement = judgeInFlight(this.#tool, {
      firstAt: this.#firstAt,
      now: this.#ports.clock.now(),
      losses: this.#losses,
      isRefused: this.#refusal !== undefined,
    });
    switch (judgement.next) {
      case 'again':
        return judgement;
      case 'look-up':
        return await this.#lookUp();
      case 'give-up':
        return { kind: 'failed', error: this.#unknown(this.#refusal ?? this.#loss) };
      case 'review':
        return this.#review(this.#unknown(this.#loss), 'It cannot be looked up.');
    }
  }

  /** Asks once the open call can no longer arrive; no slot is held until then. */
  async #lookUp(): Promise<Settled | Extract<Judgement, { next: 'again' }>> {
    const { clock, slots, sleep, callTime } = this.#ports;
    const { signal } = this.#execution;
    for (let left = this.#timeLeft(); left > 0; left = this.#timeLeft()) {
      await sleep(left, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (signal.aborted) return this.#stopped();
    }
    const answer = await slots.run(signal, () =>
      this.#caller.lookUp(this.#step, this.#firstAt, clock.now() + callTime),
    );
    if (!answer) return this.#stopped();
    if (answer.outcome === 'applied') return { kind: 'done', result: answer.result };
    if (answer.outcome === 'unsure') return this.#review(this.#unknown(this.#loss), answer.why);
    this.#openUntil = undefined;
    const error = this.#refusal ?? (this.#losses > maximumRepeats ? this.#loss : undefined);
    return error ? this.#fail({ ...error, outcome: 'not_applied' }) : { next: 'again' };
  }

  #timeLeft(): number {
    return (this.#openUntil ?? 0) - this.#ports.clock.now();
  }

  /** The call is known not to have been applied. */
  async #fail(error: StepFailure): Promise<Settled> {
    await this.#execution.release(this.#step.index);
    return { kind: 'failed', error };
  }

  #stopped(): Settled {
    const error = notMade('The workflow was cancelled before the call was made.');
    if (this.#openUntil === undefined) return { kind: 'failed', error };
    return { kind: 'failed', error: this.#unknown(this.#loss) };
  }

  #unknown(error: StepFailure | undefined): StepFailure {
    const { tool } = this.#step;
    const lost = `${tool} may have been called just before the server stopped, and its answer was lost.`;
    const { code = 'OUTCOME_UNKNOWN', message = lost } = error ?? {};
    return { ...error, code, message, retriable: false, outcome: 'unknown' };
  }

  #review(error: StepFailure, known = 'It was applied, and its result is not known.'): Settled {
    const { index, id, tool, args } = this.#step;
    return {
      kind: 'review',
      error,
      review: {
        position: index,
        step: id,
        tool,
        args: shortenArguments(args),
        claimed_at: this.#firstAt,
        open_until: this.#openUntil,
        known: `${error.message} ${known}`,
      },
    };
  }
}
