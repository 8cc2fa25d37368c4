import type { ConfigurationPath } from './problem.ts';

/** Where a value stands in a configuration, and the value. */
export interface Found {
  readonly path: ConfigurationPath;
  readonly value: unknown;
}

/**
 * Every value that a pattern leads to: `*` is each key of a mapping or each item of a list. Bears
 * values of any type, so it can be asked of a configuration that is not valid.
 */
export function findAll(plain: unknown, pattern: readonly string[]): Found[] {
  return pattern.reduce<Found[]>(
    (found, part) => found.flatMap((place) => step(place, part)),
    [{ path: [], value: plain }],
  );
}

/** The value at a path, or `undefined`. */
export function valueAt(plain: unknown, path: ConfigurationPath): unknown {
  let value = plain;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** A copy of a mapping in which a path of keys leads to a value. */
export function withValueAt(plain: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = valueAt(plain, [key]);
  return { ...(plain as object | undefined), [key]: withValueAt(inner, rest, value) };
}

function step({ path, value }: Found, part: string): Found[] {
  if (Array.isArray(value)) {
    return part === '*'
      ? value.map((item, index) => ({ path: [...path, index], value: item }))
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => part === '*' || key === part)
    .map(([key, inner]) => ({ path: [...path, key], value: inner }));
}
