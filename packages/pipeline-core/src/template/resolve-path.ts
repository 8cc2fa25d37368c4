import type { Path } from '../check/step-tools.ts';
import { isObject, typeOf } from '../jmespath/json.ts';

/** Names and what they stand for: the results of earlier steps. */
export type Scope = Readonly<Record<string, unknown>>;

/** What {@link resolvePath} gives for a path that leads nowhere. */
export const missing: unique symbol = Symbol('missing');

/**
 * Follows a plain path through own properties and items only. A stored null is a value.
 *
 * @returns the value itself, not a copy, or {@link missing}.
 */
export function resolvePath(path: Path, scope: Scope): unknown {
  let value: unknown = scope;
  for (const part of path) {
    value = step(value, part);
    if (value === missing) return missing;
  }
  return value;
}

/** The part of a value at a name or index. What JSON cannot hold is not there. */
export function step(value: unknown, part: number | string): unknown {
  const holds = typeof part === 'number' ? Array.isArray(value) : isObject(value);
  if (!holds || !Object.hasOwn(value as object, part)) return missing;
  const inner = (value as Readonly<Record<number | string, unknown>>)[part];
  return inner !== null && typeOf(inner) === 'null' ? missing : inner;
}
