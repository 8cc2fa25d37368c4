import type { NamedIds } from './audit-event.ts';
import { toNamedIds } from './audited-call.ts';

/** Keys that are looked at, whatever a result holds. */
const mostKeys = 100;
const mostItems = 50;

/**
 * The ids that a result names: `id`, `code` (what an invite has in place of an id) and whatever ends
 * in `_id` or `_ids` at its top level, and in the objects of its lists whatever ends in `_id`, as
 * `parts.message_id`.
 */
export function findMadeIds(result: unknown): NamedIds | undefined {
  const found = new Map<string, string[]>();
  for (const [key, value] of entriesOf(result)) {
    if (key === 'id' || key === 'code' || /_ids?$/.test(key)) addIds(found, key, value);
    else if (Array.isArray(value)) addIdsOfItems(found, key, value);
  }
  return found.size === 0 ? undefined : toNamedIds(found);
}

function addIdsOfItems(found: Map<string, string[]>, list: string, items: readonly unknown[]) {
  for (const item of items.slice(0, mostItems)) {
    for (const [key, value] of entriesOf(item)) {
      if (key.endsWith('_id')) addIds(found, `${list}.${key}`, value);
    }
  }
}

function addIds(found: Map<string, string[]>, name: string, value: unknown): void {
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
  if (ids.length > 0) found.set(name, [...(found.get(name) ?? []), ...ids]);
}

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).slice(0, mostKeys);
}
