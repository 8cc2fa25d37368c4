import type { Path } from '../check/step-tools.ts';
import { formatPath } from '../format-path.ts';
import { isObject } from '../jmespath/json.ts';
import { listNames, nameInMessage } from '../name-list.ts';
import { nearestName } from '../nearest-name.ts';
import { missing, resolvePath, type Scope, step } from './resolve-path.ts';

const hint = "If it may be missing, give it a default: {{… || 'none'}}.";

/**
 * Says why an expression has no value: the first of its paths that leads nowhere, and what was there
 * instead. Names only, never values.
 */
export function describeMissing(paths: readonly Path[], scope: Scope): string {
  const reason = describeBreak(paths, scope);
  return `${reason ?? 'it gives null: a field that is not there, or nothing that fits the filter.'} ${hint}`;
}

/** What is wrong with the first path that leads nowhere; `undefined` if all lead somewhere. */
export function describeBreak(paths: readonly Path[], scope: Scope): string | undefined {
  const broken = paths.find((path) => resolvePath(path, scope) === missing) ?? [];
  let value: unknown = scope;
  for (const [index, part] of broken.entries()) {
    const next = step(value, part);
    if (next === missing) return describeStep(broken.slice(0, index), part, value);
    value = next;
  }
  return undefined;
}

function describeStep(before: Path, part: number | string, value: unknown): string {
  if (before.length === 0) return describeScope(String(part), value as Scope);
  const place = formatPath(before);
  const wanted = typeof part === 'number' ? `[${part}]` : nameInMessage(part);
  if (Array.isArray(value)) {
    const count = `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
    if (typeof part === 'number') return `${place} has ${count}, so there is no ${wanted}.`;
    return `${place} is a list of ${count}; take one, as in ${place}[0].${wanted}.`;
  }
  if (!isObject(value)) {
    return `${place} is ${value === null ? 'null' : `a ${typeof value}`}, so there is no ${wanted} in it.`;
  }
  const names = Object.keys(value);
  return `${place} has no ${wanted}. It has: ${listNames(names)}.${suggest(part, names)}`;
}

function describeScope(name: string, scope: Scope): string {
  const names = Object.keys(scope);
  return `there is no result ${nameInMessage(name)}. Results: ${listNames(names)}. A step that was skipped or failed has none.${suggest(name, names)}`;
}

function suggest(part: number | string, names: readonly string[]): string {
  const meant = typeof part === 'string' ? nearestName(part, names) : undefined;
  return meant === undefined ? '' : ` Did you mean ${nameInMessage(meant)}?`;
}
