import type { Outcome, ResultOutcome } from '../outcome.ts';
import { stateRequired } from '../state/explain-missing.ts';
import { keepResult } from '../state/keep-result.ts';
import { missingFields } from '../state/missing-fields.ts';
import { defaultStateId, stateIdOf } from '../state/state-argument.ts';
import { invalidatedFields, isStateful } from '../state/state-fields.ts';
import { StateSnapshot } from '../state/state-snapshot.ts';
import type { StateStore } from '../state/state-store.ts';
import type { Call, Middleware } from './middleware.ts';
import { toOutcome } from './run.ts';

/** The key of a result's `_meta` that says what of it was not stored. */
const stateMetaKey = 'guildline/state';

/**
 * Gives a call its caller's state, refuses it with `STATE_REQUIRED` while what its tool requires is
 * empty, and stores its result once it has succeeded. Belongs to the place `state`.
 */
export function createStateKeeper({ store }: { readonly store: StateStore }): Middleware {
  return async (call, next) => {
    const { tool, args, context } = call;
    const definition = context.tools.state;
    if (!definition) return next(call);
    const stateId = isStateful(tool) ? stateIdOf(args) : defaultStateId;
    const owner = { store, caller: context.caller.id, fields: Object.keys(definition.fields) };
    const state = new StateSnapshot(owner, stateId);
    // Others look when they want to, and most never do.
    if (isStateful(tool)) state.take();
    const informed = { ...call, context: { ...context, state } };
    // A composer's steps could not be judged by their state before there was one.
    const refusal = await tool.check?.(args, informed.context);
    if (refusal) return toOutcome(tool, refusal, false);
    // What a call found there when it was made says nothing of what became of it.
    const fields = context.lookup ? [] : missingFields(tool, state);
    if (fields.length > 0) throw stateRequired({ tool, stateId, fields }, context);
    return settle(await next(informed), { call, stateId, store });
  };
}

interface Settled {
  readonly call: Call;
  readonly stateId: string;
  readonly store: StateStore;
}

/** Only a success is stored. What a call may have made untrue is forgotten unless it did nothing. */
function settle(outcome: Outcome, settled: Settled): Outcome {
  if (outcome.kind === 'needs-approval') return outcome;
  if (outcome.kind === 'result') return settleResult(outcome, settled);
  if (outcome.error.outcome !== 'not_applied') forget(settled, []);
  return outcome;
}

function settleResult({ full, ...outcome }: ResultOutcome, settled: Settled): ResultOutcome {
  const { call, stateId, store } = settled;
  const { tool, args, context } = call;
  const definition = context.tools.state;
  if (!definition || full === undefined || outcome.isError) {
    forget(settled, []);
    return outcome;
  }
  const { callId } = context.trace;
  const finished = { tool, args, caller: context.caller.id, stateId, callId, full };
  const { stored, refused } = keepResult(finished, definition, store);
  forget(settled, stored);
  const fields = Object.keys(refused);
  if (fields.length === 0) return outcome;
  const reasons = fields.map((field) => `${field}: ${refused[field]}.`);
  return {
    ...outcome,
    meta: { ...outcome.meta, [stateMetaKey]: { not_stored: refused } },
    notes: [
      ...(outcome.notes ?? []),
      `${tool.name} was done, but not everything of it was stored. ${reasons.join(' ')} _status says what is there now.`,
    ],
  };
}

function forget({ call, stateId, store }: Settled, stored: readonly string[]): void {
  for (const field of invalidatedFields(call.tool)) {
    if (!stored.includes(field)) store.remove({ caller: call.context.caller.id, stateId, field });
  }
}
