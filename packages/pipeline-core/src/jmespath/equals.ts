import type { Budget } from '../budget.ts';
import { isContainer, isObject, orNull } from './json.ts';

/** Deep equality of JSON values. Needs no call stack, whatever their depth. */
export function equals(left: unknown, right: unknown, budget: Budget): boolean {
  if (!isContainer(left) || !isContainer(right)) return equalScalars(left, right, budget);
  const pending: unknown[] = [left, right];
  while (pending.length > 0) {
    const second = pending.pop();
    const first = pending.pop();
    if (isContainer(first) && isContainer(second)) {
      if (first !== second && !pushChildren(first, second, pending, budget)) return false;
    } else if (!equalScalars(first, second, budget)) {
      return false;
    }
  }
  return true;
}

function equalScalars(left: unknown, right: unknown, budget: Budget): boolean {
  budget.spend(1);
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) {
    budget.read(left);
  }
  return orNull(left) === orNull(right);
}

/** Queues the pairs to compare; false if the two differ in shape. */
function pushChildren(first: object, second: object, pending: unknown[], budget: Budget): boolean {
  if (Array.isArray(first) && Array.isArray(second)) {
    if (first.length !== second.length) return false;
    budget.spend(1 + first.length);
    for (const [index, item] of first.entries()) pending.push(item, second[index]);
    return true;
  }
  if (!isObject(first) || !isObject(second)) return false;
  const keys = Object.keys(first);
  budget.spend(1 + keys.length);
  if (keys.length !== Object.keys(second).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(second, key)) return false;
    pending.push(first[key], second[key]);
  }
  return true;
}
