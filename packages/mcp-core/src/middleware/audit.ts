import type { AuditedCall, AuditOutcome } from '../audit/audit-event.ts';
import type { AuditSink } from '../audit/audit-sink.ts';
import { auditUnavailable } from '../audit/audit-unavailable.ts';
import { describeAuditedCall, recallCall, withOwnTrace } from '../audit/audited-call.ts';
import { CallTallies, type CallTally, outcomeOfComposer } from '../audit/call-tally.ts';
import { findMadeIds } from '../audit/made-ids.ts';
import { type CallOutcome, ToolError } from '../errors/tool-error.ts';
import type { Outcome } from '../outcome.ts';
import type { Call, Middleware } from './middleware.ts';

/** What {@link createAudit} records besides writes. */
export interface AuditOptions {
  /** True to record reads as well. They go on if that fails. Defaults to false. */
  readonly reads?: boolean | undefined;
}

/** The key of a result's `_meta` that says that its event could not be kept. */
const auditMetaKey = 'guildline/audit';

/**
 * Writes the outcome of every call that is not a read, also when it was refused. If it cannot be
 * written, what is answered is still what happened, with a note: `_meta['guildline/audit']` of a
 * result, a line more in an error's message. Beside it belongs `createIntent`, which stops writes
 * before they leave when nothing can be recorded.
 */
export function createAudit(sink: AuditSink, { reads = false }: AuditOptions = {}): Middleware {
  const tallies = new CallTallies();
  return async (called, next) => {
    const { tool, context } = called;
    const isRead = tool.effect === 'read' || context.lookup !== undefined;
    if (isRead && !reads) {
      const outcome = await next(called);
      tallies.count(context.trace.parentId);
      return outcome;
    }
    const call = withOwnTrace(called);
    const startedAt = context.clock.now();
    const tally = tool.calls ? tallies.open(context.trace.callId) : undefined;
    const outcome = await next(call);
    if (tally) tallies.close(context.trace.callId, tally);
    const event = toEvent(call, outcome, startedAt, tally);
    tallies.count(context.trace.parentId, isRead ? undefined : event.outcome);
    try {
      await sink.write(event);
      return outcome;
    } catch (cause) {
      return noteMissingEvent(call, outcome, cause);
    }
  };
}

function toEvent(
  call: Call,
  outcome: Outcome,
  startedAt: number,
  tally: CallTally | undefined,
): AuditOutcome {
  const now = call.context.clock.now();
  const own = outcomeOf(outcome);
  const made = tally ? undefined : findMade(outcome);
  const code = codeOf(outcome);
  return {
    phase: 'outcome',
    at: new Date(now).toISOString(),
    ...(recallCall(call) ?? describeRefused(call)),
    outcome: tally ? outcomeOfComposer(own, tally) : own,
    ...(code === undefined ? {} : { code }),
    ...(made === undefined ? {} : { made }),
    ...(tally ? { writes: tally.writes } : {}),
    duration_ms: Math.round(now - startedAt),
  };
}

/** A refused call may hold anything; what cannot be described must not hide that it was refused. */
function describeRefused(call: Call): AuditedCall {
  try {
    return describeAuditedCall(call);
  } catch {
    return describeAuditedCall({ ...call, args: {} });
  }
}

function outcomeOf(outcome: Outcome): CallOutcome {
  if (outcome.kind === 'error') return outcome.error.outcome;
  return outcome.kind === 'result' && !outcome.isError ? 'applied' : 'not_applied';
}

function codeOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'error') return outcome.error.code;
  if (outcome.kind === 'needs-approval') return 'CONFIRMATION_REQUIRED';
  return outcome.isError ? codeInside(outcome.structured) : undefined;
}

/** A composer that was aborted or refused says why itself, or in the last of its steps that failed. */
function codeInside({ error, steps }: Readonly<Record<string, unknown>>): string | undefined {
  const ended = Array.isArray(steps) ? steps.findLast((step) => step?.error)?.error : undefined;
  const code: unknown = ((error ?? ended) as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A write that failed half-way names in its details what it had made by then. */
function findMade(outcome: Outcome) {
  if (outcome.kind === 'result') return findMadeIds(outcome.structured);
  if (outcome.kind !== 'error' || outcome.error.outcome === 'not_applied') return undefined;
  return findMadeIds(outcome.error.details);
}

function noteMissingEvent({ tool }: Call, outcome: Outcome, cause: unknown): Outcome {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const note = `The outcome of this call is missing from the audit log. ${reason}`;
  switch (outcome.kind) {
    case 'result':
      return {
        ...outcome,
        meta: { ...outcome.meta, [auditMetaKey]: { recorded: false, reason } },
      };
    case 'error':
      return { kind: 'error', error: withNote(outcome.error, note) };
    case 'needs-approval':
      // A person would be asked for nothing: the call could not run.
      return { kind: 'error', error: auditUnavailable(tool.name, cause) };
  }
}

function withNote(error: ToolError, note: string): ToolError {
  if (error.code === 'AUDIT_UNAVAILABLE') return error;
  return new ToolError({
    code: error.code,
    message: `${error.message}\n${note}`,
    retriable: error.retriable,
    outcome: error.outcome,
    retryAfterMs: error.retryAfterMs,
    details: error.details,
    cause: error,
  });
}
