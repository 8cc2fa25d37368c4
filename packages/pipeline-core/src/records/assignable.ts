import type { TypeName } from './transform.ts';

/** The type that fits everything, in both directions. */
export const universalType: TypeName = 'object';

/** The type in which systems exchange records. */
export const recordType: TypeName = 'Record';

/**
 * True if a value of one type may go where another is taken. Types are compared by name; `object` is
 * assignable to and from anything, and so is a type that is not declared.
 */
export function isAssignable(from: TypeName | undefined, to: TypeName | undefined): boolean {
  return isPermissive(from) || isPermissive(to) || from === to;
}

function isPermissive(type: TypeName | undefined): boolean {
  return type === undefined || type === universalType;
}
