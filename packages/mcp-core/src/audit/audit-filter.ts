import type { CallOutcome } from '../errors/tool-error.ts';
import type { AuditEvent } from './audit-event.ts';

/** Which events are wanted; what is absent lets everything pass. */
export interface AuditFilter {
  readonly phase?: AuditEvent['phase'] | undefined;
  readonly tool?: string | undefined;
  readonly caller?: string | undefined;
  /** Intents have none, and are left out then. */
  readonly outcome?: CallOutcome | undefined;
  /** An id among the targets or among what was made. */
  readonly target?: string | undefined;
  readonly trace?: string | undefined;
  /** Milliseconds since the epoch; events of this time are taken. */
  readonly since?: number | undefined;
  /** Milliseconds since the epoch; events of this time are left out. */
  readonly until?: number | undefined;
}

/** Makes one question of a filter. */
export function toEventTest(filter: AuditFilter): (event: AuditEvent) => boolean {
  const { phase, tool, caller, outcome, target, trace, since, until } = filter;
  const tests: ((event: AuditEvent) => boolean)[] = [];
  if (phase !== undefined) tests.push((event) => event.phase === phase);
  if (tool !== undefined) tests.push((event) => event.tool === tool);
  if (caller !== undefined) tests.push((event) => event.caller === caller);
  if (trace !== undefined) tests.push((event) => event.trace_id === trace);
  if (target !== undefined) tests.push((event) => namesId(event, target));
  if (since !== undefined) tests.push(({ at }) => Date.parse(at) >= since);
  if (until !== undefined) tests.push(({ at }) => Date.parse(at) < until);
  if (outcome !== undefined) {
    tests.push((event) => event.phase === 'outcome' && event.outcome === outcome);
  }
  return (event) => tests.every((test) => test(event));
}

function namesId(event: AuditEvent, id: string): boolean {
  const made = event.phase === 'outcome' ? event.made : undefined;
  return [...Object.values(event.target ?? {}), ...Object.values(made ?? {})].flat().includes(id);
}
