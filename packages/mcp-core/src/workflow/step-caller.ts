import { randomUUID } from 'node:crypto';
import type { StepCall } from '@guildline/pipeline-core';
import type { StepGrant } from '../approval/grant.ts';
import type { Caller, CallRequest } from '../context.ts';
import type { Dispatch } from '../dispatch.ts';
import { ToolError } from '../errors/tool-error.ts';
import { AbsentCall } from '../middleware/look-up.ts';
import type { Outcome } from '../outcome.ts';
import type { Execution } from '../runs/execution.ts';
import { inputOf } from './workflow-input.ts';

/** What a look-up says of a call that may have been made. */
type LookupAnswer =
  | { readonly outcome: 'applied'; readonly result: unknown }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unsure'; readonly why: string };

/** What a {@link StepCaller} is made from. */
export interface StepCallerSource {
  readonly dispatch: Dispatch;
  /** A caller with the groups that it has now; `undefined` if nobody knows it any more. */
  readonly callerOf: (id: string) => Caller | undefined;
}

/**
 * Makes the calls of one run's steps, as its caller, within its target, each with what a person
 * granted it and with a key that every execution of the run gives it again.
 */
export class StepCaller {
  readonly #source: StepCallerSource;
  readonly #execution: Execution;
  readonly #grants: ReadonlyMap<number, StepGrant>;

  constructor(source: StepCallerSource, execution: Execution) {
    this.#source = source;
    this.#execution = execution;
    this.#grants = new Map(inputOf(execution.run).grants);
  }

  /** @param deadline when the call is given up, in milliseconds since the epoch */
  async call(step: StepCall, deadline: number): Promise<Outcome> {
    return await this.#dispatch(step, { deadline });
  }

  /** Asks what became of a step's call that may have been made since then. */
  async lookUp(step: StepCall, since: number, deadline: number): Promise<LookupAnswer> {
    return toLookupAnswer(await this.#dispatch(step, { deadline, lookup: { since } }));
  }

  async #dispatch(
    { index, tool, args }: StepCall,
    more: Pick<CallRequest, 'deadline' | 'lookup'>,
  ): Promise<Outcome> {
    const { run, signal } = this.#execution;
    const { target, trace_id: traceId } = inputOf(run);
    const caller = this.#source.callerOf(run.caller);
    if (!caller) return { kind: 'error', error: unknownCaller() };
    const { guild_id, channel_id } = target;
    return await this.#source.dispatch(tool, args, {
      ...more,
      caller,
      signal,
      idempotencyKey: `${run.id}/${index}`,
      trace: { traceId, callId: randomUUID(), parentId: run.id },
      stringsParsed: true,
      inner: true,
      grant: this.#grants.get(index),
      ...(guild_id || channel_id ? { bounds: { guild_id, channel_id } } : {}),
    });
  }
}

/** What the outcome of a look-up says of the call. */
export function toLookupAnswer(outcome: Outcome): LookupAnswer {
  if (outcome.kind === 'result') return { outcome: 'applied', result: outcome.structured };
  if (outcome.kind === 'needs-approval') {
    return { outcome: 'unsure', why: 'A person would have to approve the look-up.' };
  }
  if (outcome.error instanceof AbsentCall) return { outcome: 'absent' };
  return { outcome: 'unsure', why: outcome.error.message };
}

function unknownCaller(): ToolError {
  return new ToolError({
    code: 'NOT_AUTHORIZED',
    message:
      'Whoever started the workflow is not known to this server any more, so the step was not run.',
  });
}
