import { isObject, orNull } from './json.ts';

/** An own property of an object; null for everything else. Inherited properties do not exist. */
export function readField(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? orNull(value[name]) : null;
}

/** An item of a list, counted from the end if negative; null for everything else. */
export function readIndex(value: unknown, index: number): unknown {
  if (!Array.isArray(value)) return null;
  const own = index < 0 ? value.length + index : index;
  return Object.hasOwn(value, own) ? orNull(value[own]) : null;
}
