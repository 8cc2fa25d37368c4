/** The JSON types, as JMESPath names them. */
export type JsonType = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

/** Type of a value. What JSON cannot hold (a function, `undefined`) counts as null. */
export function typeOf(value: unknown): JsonType {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value as 'boolean' | 'number' | 'string';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'array' : 'object';
    default:
      return 'null';
  }
}

/** True for an object that is neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a list or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A value, or null for what JSON cannot hold. */
export function orNull(value: unknown): unknown {
  return value === undefined || typeOf(value) === 'null' ? null : value;
}

/** JMESPath's own truth: false, null, and empty text, lists and objects are false; 0 is true. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return !hasNoKeys(value);
  return typeof value === 'number' || value === true;
}

/** True if an object has no own property, found without listing them all. */
export function hasNoKeys(value: object): boolean {
  for (const key in value) {
    if (Object.hasOwn(value, key)) return false;
  }
  return true;
}

/** Sets an own property, whatever its name; `__proto__` stays data. */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else {
    target[name] = value;
  }
}
