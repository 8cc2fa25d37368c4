import type { LoggedRequest } from '@guildline/discord-simulator';
import type { AuditEvent, AuditOutcome } from '@guildline/mcp-core';
import { type CallKey, keyOfCall, keyOfRequest } from './call-key.ts';

/** What the log and the simulator tell of one call that ran. */
export interface ToldCall {
  readonly key: CallKey;
  readonly outcome: AuditOutcome;
  readonly requests: readonly LoggedRequest[];
  /** The requests that changed the world. */
  readonly effects: readonly LoggedRequest[];
}

/** Brings events and requests together by their keys; what does not fit is told in `problems`. */
export function tellCalls(
  events: readonly AuditEvent[],
  writes: readonly LoggedRequest[],
  problems: string[],
): ToldCall[] {
  const requests = groupBy(writes, keyOfRequest);
  const outcomes = groupBy(events.filter(isOutcome), ({ call_id }) => call_id);
  const calls = new Map<CallKey, ToldCall>();
  for (const event of events) {
    if (event.phase !== 'intent' || event.event !== 'call') continue;
    const told = outcomes.get(event.call_id) ?? [];
    const [outcome] = told;
    const key = keyOfCall(event.tool, event.arguments);
    if (!outcome || told.length > 1 || key === undefined || calls.has(key)) {
      problems.push(`${event.tool} ${key}: ${told.length} outcomes of a call with this key`);
      continue;
    }
    const own = requests.get(key) ?? [];
    calls.set(key, { key, outcome, requests: own, effects: own.filter(({ applied }) => applied) });
  }
  for (const [key, [request]] of requests) {
    if (calls.has(key)) continue;
    problems.push(`${request?.method} ${request?.path}: no intent in the log is of call ${key}`);
  }
  const unmarked = writes.filter((request) => keyOfRequest(request) === undefined);
  problems.push(...unmarked.map(({ method, path }) => `${method} ${path}: of no known call`));
  problems.push(...withoutIntent(events));
  return [...calls.values()];
}

/** A call that never came as far as its intent cannot have done anything. */
function withoutIntent(events: readonly AuditEvent[]): string[] {
  const intended = new Set(
    events.filter(({ phase }) => phase === 'intent').map(({ call_id }) => call_id),
  );
  return events
    .filter(isOutcome)
    .filter(({ call_id, outcome }) => !intended.has(call_id) && outcome !== 'not_applied')
    .map(({ tool, call_id, outcome }) => `${tool} ${call_id}: ${outcome} without an intent`);
}

/** True for the event that says how a call ended. */
export function isOutcome(event: AuditEvent): event is AuditOutcome {
  return event.phase === 'outcome';
}

/** Items by key; those without a key are left out. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
