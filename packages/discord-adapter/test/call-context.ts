import {
  type CallContext,
  type CallRequest,
  createRegistry,
  emptyState,
} from '@guildline/mcp-core';

let calls = 0;

/** A context as the dispatcher makes one, with a key of its own. */
export function createContext(
  request: Partial<CallRequest> & Partial<Pick<CallContext, 'clock' | 'tools'>> = {},
): CallContext {
  calls += 1;
  return {
    caller: request.caller ?? { id: 'local', groups: [] },
    signal: request.signal ?? new AbortController().signal,
    deadline: request.deadline,
    trace: request.trace ?? { traceId: `trace-${calls}`, callId: `call-${calls}` },
    idempotencyKey: request.idempotencyKey ?? `key-${calls}`,
    canAsk: request.canAsk ?? false,
    answer: request.answer,
    clock: request.clock ?? { now: Date.now },
    tools: request.tools ?? createRegistry({ tools: [] }),
    rights: { mayUse: () => true, readOnly: false },
    inner: request.inner ?? false,
    grants: undefined,
    grant: request.grant,
    state: emptyState,
    bounds: request.bounds,
    progress: request.progress ?? (() => undefined),
    dispatch: () => {
      throw new Error('A Discord tool dispatches nothing.');
    },
  };
}
