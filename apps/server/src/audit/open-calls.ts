import type { AuditEntry, AuditEvent } from '@guildline/mcp-core';

/** How a call ended, as far as is known: one without an outcome may have happened. */
export function outcomeOfEvent(event: AuditEvent): 'applied' | 'not_applied' | 'unknown' {
  return event.phase === 'outcome' ? event.outcome : 'unknown';
}

/** Reads intents and outcomes as calls: finds the intents that no outcome followed. */
export class OpenCalls {
  readonly #open = new Map<string, AuditEvent>();

  take(entry: AuditEntry): void {
    if (entry.event.phase === 'intent') this.#open.set(keyOf(entry), entry.event);
    else this.#open.delete(keyOf(entry));
  }

  has(entry: AuditEntry): boolean {
    return this.#open.has(keyOf(entry));
  }

  events(): Iterable<AuditEvent> {
    return this.#open.values();
  }
}

function keyOf({ chain, event }: AuditEntry): string {
  return `${chain}/${event.trace_id}/${event.call_id}`;
}
