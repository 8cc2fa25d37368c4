import { randomUUID } from 'node:crypto';
import type { Clock } from '@guildline/pipeline-core';
import { everything, type RightsOf } from './access/rights.ts';
import type { CallContext, CallRequest, Trace } from './context.ts';
import { ToolError } from './errors/tool-error.ts';
import { createAccess } from './middleware/access.ts';
import { intake } from './middleware/intake.ts';
import { chain, compose, type Onion } from './middleware/middleware.ts';
import { readOnly } from './middleware/read-only.ts';
import { run } from './middleware/run.ts';
import { validate } from './middleware/validate.ts';
import type { Outcome } from './outcome.ts';
import type { Registry } from './registry.ts';
import { emptyState } from './state/state-view.ts';

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

/** Binds a registry to its middleware. */
export function createDispatcher(source: DispatcherSource): Dispatch {
  const { tools, clock, onion, rightsOf = () => everything } = source;
  const access = createAccess(rightsOf);
  const scope = onion?.scope ? chain(readOnly, onion.scope) : readOnly;
  const enter = compose({ access, intake, validate, ...onion, scope }, run);
  const dispatch: Dispatch = async (name, args, request) => {
    const tool = tools.find(name);
    if (!tool) return { kind: 'error', error: unknownTool(name, tools) };
    const problem = argumentsProblem(args);
    if (problem) return { kind: 'error', error: problem };
    return enter({
      tool,
      args: (args ?? {}) as Readonly<Record<string, unknown>>,
      context: toContext(request),
      stringsParsed: request.stringsParsed ?? false,
      confirmToken: undefined,
    });
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

function unknownTool(name: string, tools: Registry): ToolError {
  const meant = tools.suggest(name);
  return new ToolError({
    code: 'UNKNOWN_TOOL',
    message: `No tool is named "${name.slice(0, 64)}".${meant ? ` Did you mean "${meant}"?` : ' tools/list has the names.'}`,
  });
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
