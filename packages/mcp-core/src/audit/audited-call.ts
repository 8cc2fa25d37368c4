import type { Trace } from '../context.ts';
import type { Call } from '../middleware/middleware.ts';
import { redactText } from '../redaction/redact.ts';
import { visitMarked } from '../schema/marked-values.ts';
import type { AuditedCall, NamedIds } from './audit-event.ts';
import { shortenArguments } from './shorten-arguments.ts';

const mostIds = 250;
const longestId = 100;

/** What the intent says of a call, for its outcome to say the same. */
const described = new WeakMap<Trace, AuditedCall>();

/** Describes a call for its events, with the arguments as they are in this ring of the onion. */
export function describeAuditedCall({ tool, args, context }: Call): AuditedCall {
  const { traceId, callId, parentId } = context.trace;
  return {
    event: tool.calls ? 'composer' : 'call',
    tool: tool.name,
    caller: context.caller.id,
    trace_id: traceId,
    call_id: callId,
    ...(parentId === undefined ? {} : { parent_id: parentId }),
    target: { ...findTargets(tool.input(), args), ...findTouched(tool, args, context) },
    arguments: shortenArguments(args),
  };
}

/** Gives a call a trace of its own to be remembered by: callers may use theirs more than once. */
export function withOwnTrace(call: Call): Call {
  return { ...call, context: { ...call.context, trace: { ...call.context.trace } } };
}

/** Remembers how a call was described once its arguments had been checked. */
export function rememberCall({ context }: Call, description: AuditedCall): void {
  described.set(context.trace, description);
}

/** How a call was described just before it ran; `undefined` if it did not come that far. */
export function recallCall({ context }: Call): AuditedCall | undefined {
  return described.get(context.trace);
}

function findTargets(schema: Parameters<typeof visitMarked>[0], args: Call['args']): NamedIds {
  const found = new Map<string, string[]>();
  visitMarked(schema, args, (mark, value, path) => {
    const name = path.findLast((key) => typeof key === 'string');
    if (mark.refersTo === undefined || name === undefined || typeof value !== 'string') return;
    const ids = found.get(name) ?? [];
    ids.push(value);
    found.set(name, ids);
  });
  return toNamedIds(found);
}

function findTouched(tool: Call['tool'], args: Call['args'], context: Call['context']): NamedIds {
  const touched = Object.entries(tool.touches?.(args, context) ?? {});
  return toNamedIds(new Map(touched.filter(([, ids]) => ids.length > 0)));
}

/** Ids as events hold them: redacted and bounded, because a refused call may hold anything there. */
export function toNamedIds(found: ReadonlyMap<string, readonly string[]>): NamedIds {
  return Object.fromEntries(
    [...found].map(([name, ids]) => {
      const shown = ids.slice(0, mostIds).map(toIdText);
      const more = ids.length - shown.length;
      if (more > 0) return [name, [...shown, `… ${more} more`]];
      return [name, shown.length === 1 ? String(shown[0]) : shown];
    }),
  );
}

function toIdText(id: string): string {
  const text = redactText(id.slice(0, longestId * 10));
  return text.length > longestId ? `${text.slice(0, longestId)}…` : text;
}
