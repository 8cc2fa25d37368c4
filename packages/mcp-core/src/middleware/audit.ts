import type { AuditEvent, AuditSink } from '../audit/audit-sink.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Outcome } from '../outcome.ts';
import { visitMarked } from '../schema/marked-values.ts';
import type { Call, Middleware } from './middleware.ts';

/** Writes one event for every call that is not a read, also when it was refused. */
export function createAudit(sink: AuditSink): Middleware {
  return async (call, next) => {
    if (call.tool.effect === 'read') return next(call);
    const startedAt = call.context.clock.now();
    const outcome = await next(call);
    const event = toEvent(call, outcome, startedAt);
    try {
      await sink.write(event);
    } catch (cause) {
      throw new ToolError({
        code: 'INTERNAL_ERROR',
        message: `${call.tool.name} ended as "${event.outcome}", but its audit event could not be written. Check the disk and the data directory.`,
        outcome: event.outcome,
        cause,
      });
    }
    return outcome;
  };
}

function toEvent(call: Call, outcome: Outcome, startedAt: number): AuditEvent {
  const { tool, context } = call;
  const error = outcome.kind === 'error' ? outcome.error : undefined;
  return {
    at: new Date(startedAt).toISOString(),
    event: tool.calls ? 'composer' : 'call',
    tool: tool.name,
    caller: context.caller.id,
    trace_id: context.trace.traceId,
    call_id: context.trace.callId,
    ...(context.trace.parentId === undefined ? {} : { parent_id: context.trace.parentId }),
    target: targetIds(call),
    outcome: error?.outcome ?? (outcome.kind === 'result' ? 'applied' : 'not_applied'),
    ...(error ? { code: error.code } : {}),
    duration_ms: Math.round(context.clock.now() - startedAt),
  };
}

function targetIds(call: Call): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  visitMarked(call.tool.input(), call.args, (mark, value, path) => {
    const name = path.findLast((key) => typeof key === 'string');
    if (mark.refersTo === undefined || name === undefined || typeof value !== 'string') return;
    found.set(name, [...(found.get(name) ?? []), value]);
  });
  return Object.fromEntries(
    [...found].map(([name, ids]) => [name, ids.length === 1 ? String(ids[0]) : ids]),
  );
}
