import type { Path } from '../../check/step-tools.ts';
import { isContainer, orNull } from '../../jmespath/json.ts';
import { limits } from '../../limits.ts';

/** A spec without the keys that nobody may write. */
export interface StrippedSpec {
  /** A copy: what happens to the original later does not reach the plan. */
  readonly value: unknown;
  /** Where the keys stood, in the order of the spec. */
  readonly stripped: readonly Path[];
  /** Why the spec was not read to its end. */
  readonly problem: string | undefined;
}

interface Place {
  readonly source: object;
  readonly copy: Record<number | string, unknown>;
  readonly path: Path;
}

/**
 * Copies any JSON and leaves out every key that begins with `__`, at any depth: identity is added by
 * the server and never accepted, and `__proto__` is no data. Depth needs no call stack.
 */
export function stripReserved(spec: unknown): StrippedSpec {
  if (!isContainer(spec)) return { value: orNull(spec), stripped: [], problem: undefined };
  const value = emptyCopy(spec);
  const places: Place[] = [{ source: spec, copy: value, path: [] }];
  const stripped: Path[] = [];
  let left = limits.argumentValues;
  for (const place of places) {
    if (place.path.length > limits.argumentDepth) {
      const problem = `the spec is nested deeper than ${limits.argumentDepth} levels. Flatten it.`;
      return { value: null, stripped, problem };
    }
    for (const [key, item] of entriesOf(place.source)) {
      left -= 1;
      if (left < 0) {
        const problem = `the spec holds more than ${limits.argumentValues} values. Shorten it.`;
        return { value: null, stripped, problem };
      }
      if (isReserved(key)) stripped.push([...place.path, key]);
      else place.copy[key] = copyItem(item, place.path, key, places);
    }
  }
  return { value, stripped, problem: undefined };
}

function isReserved(key: number | string): boolean {
  return typeof key === 'string' && key.startsWith('__');
}

function copyItem(item: unknown, holder: Path, key: number | string, places: Place[]): unknown {
  if (!isContainer(item)) return orNull(item);
  const copy = emptyCopy(item);
  places.push({ source: item, copy, path: [...holder, key] });
  return copy;
}

function emptyCopy(source: object): Record<number | string, unknown> {
  return (Array.isArray(source) ? [] : {}) as Record<number | string, unknown>;
}

function entriesOf(source: object): Iterable<readonly [number | string, unknown]> {
  return Array.isArray(source) ? source.entries() : Object.entries(source);
}
