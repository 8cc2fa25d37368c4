import type { AuditSink } from '../audit/audit-sink.ts';
import { auditUnavailable } from '../audit/audit-unavailable.ts';
import { describeAuditedCall, rememberCall } from '../audit/audited-call.ts';
import type { Call, Middleware } from './middleware.ts';

/**
 * Writes down every call that is not a read just before it runs, after everything else has let it
 * pass, so that a call whose outcome is never written can still be accounted for. If that cannot be
 * written the call is refused with `AUDIT_UNAVAILABLE`. Stands beside `createAudit`, with the same
 * sink.
 */
export function createIntent(sink: AuditSink): Middleware {
  return async (call, next) => {
    if (call.tool.effect === 'read' || call.context.lookup) return next(call);
    const description = describeAuditedCall(call);
    rememberCall(call, description);
    const at = new Date(call.context.clock.now()).toISOString();
    try {
      await sink.write({ phase: 'intent', at, ...description });
    } catch (cause) {
      if (!makesOnlyReads(call)) throw auditUnavailable(call.tool.name, cause);
    }
    return next(call);
  };
}

/** True for a composer all of whose calls are known reads. */
function makesOnlyReads({ tool, args, context }: Call): boolean {
  const calls = tool.calls?.(args) ?? [];
  return (
    calls.length > 0 && calls.every(({ tool: name }) => context.tools.find(name)?.effect === 'read')
  );
}
