import { randomUUID } from 'node:crypto';
import type { Clock } from '@guildline/pipeline-core';
import { everything, type RightsOf } from './access/rights.ts';
import type { CallContext, CallRequest, Trace } from './context.ts';
import { toToolError } from './errors/to-tool-error.ts';
import { ToolError } from './errors/tool-error.ts';
import { createAccess } from './middleware/access.ts';
import { intake } from './middleware/intake.ts';
import { lookUp } from './middleware/look-up.ts';
import { type Call, chain, compose, type Onion } from './middleware/middleware.ts';
import { readOnly } from './middleware/read-only.ts';
import { run } from './middleware/run.ts';
import { validate } from './middleware/validate.ts';
import type { Outcome } from './outcome.ts';
import type { Registry } from './registry.ts';
import { isStateful } from './state/state-fields.ts';
import { emptyState } from './state/state-view.ts';
import { resolveForwarded } from './surface/resolve-forwarded.ts';
import { unknownTool } from './surface/unknown-tool.ts';
import type { PlannedCall } from './tool.ts';

/** The one door to every tool. Never throws, never waits for a person. */
export type Dispatch = (name: string, args: unknown, request: CallRequest) => Promise<Outcome>;

/** The parts of a dispatcher. */
export interface DispatcherSource {
  readonly tools: Registry;
  readonly clock: Clock;
  /** What each caller may do. Everything when absent. */
  readonly rightsOf?: RightsOf | undefined;
  /** Rings beside the built-in ones (`access`, `intake`, `validate`), by place. */
  readonly onion?: Onion | undefined;
}

/**
 * Binds a registry to its middleware.
 *
 * @throws TypeError if tools work with state and no ring keeps it
 */
export function createDispatcher(source: DispatcherSource): Dispatch {
  const { tools, clock, onion, rightsOf = () => everything } = source;
  if (tools.all().some(isStateful) && !onion?.state) {
    throw new TypeError(
      'Tools work with state, and nothing keeps it. Put createStateKeeper({ store }) in the place "state".',
    );
  }
  const access = createAccess(rightsOf);
  const scope = onion?.scope ? chain(readOnly, onion.scope) : readOnly;
  const outside = pickOutside(onion);
  const enter = compose({ access, intake, validate, ...onion, scope }, (call) => {
    const { lookup } = call.context;
    return lookup ? lookUp(call, lookup.since) : run(call);
  });
  const dispatch: Dispatch = async (name, args, request) => {
    const tool = tools.find(name);
    if (!tool) return { kind: 'error', error: unknownTool(name, tools) };
    const problem = argumentsProblem(args);
    if (problem) return { kind: 'error', error: problem };
    const call: Call = {
      tool,
      args: (args ?? {}) as Readonly<Record<string, unknown>>,
      context: toContext(request),
      stringsParsed: request.stringsParsed ?? false,
      confirmToken: undefined,
    };
    return tool.forwards ? forward(call, request) : enter(call);
  };
  /** A dispatcher never runs: the call that it names takes its place, in every respect. */
  const forward = async (call: Call, request: CallRequest): Promise<Outcome> => {
    let named: PlannedCall;
    try {
      named = resolveForwarded(call, rightsOf(request.caller));
    } catch (thrown) {
      const error = toToolError(thrown);
      return compose(outside, async () => ({ kind: 'error', error }))(call);
    }
    return dispatch(named.tool, named.args, request);
  };
  const toContext = (request: CallRequest): CallContext => {
    const trace: Trace = request.trace ?? { traceId: randomUUID(), callId: randomUUID() };
    const signal = request.signal ?? new AbortController().signal;
    return {
      caller: request.caller,
      signal,
      deadline: request.deadline,
      trace,
      idempotencyKey: request.idempotencyKey ?? randomUUID(),
      canAsk: request.canAsk ?? false,
      answer: request.answer,
      clock,
      tools,
      rights: everything,
      inner: request.inner ?? false,
      grants: undefined,
      grant: request.grant,
      state: emptyState,
      bounds: request.bounds,
      lookup: request.lookup,
      progress: request.progress ?? (() => undefined),
      dispatch: (name, args, child) =>
        dispatch(name, args, {
          caller: request.caller,
          signal,
          deadline: request.deadline,
          trace: { traceId: trace.traceId, callId: randomUUID(), parentId: trace.callId },
          bounds: request.bounds,
          ...child,
          inner: true,
        }),
    };
  };
  return dispatch;
}

/** The rings that see a call whatever becomes of it. */
function pickOutside({ trace, caller, audit }: Onion = {}): Onion {
  return { ...(trace && { trace }), ...(caller && { caller }), ...(audit && { audit }) };
}

function argumentsProblem(args: unknown): ToolError | undefined {
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) {
    return undefined;
  }
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: 'The arguments of a tool are an object. Send {} if there are none.',
  });
}
