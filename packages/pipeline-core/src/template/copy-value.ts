import type { Budget } from '../budget.ts';
import { isContainer, orNull, setOwn, typeOf } from '../jmespath/json.ts';

/**
 * A copy of a JSON value that shares no list and no object with it, so that a tool which changes its
 * arguments changes no result. Depth needs no call stack; the budget ends a graph that would print
 * without end. What JSON cannot hold is left out of objects and null in lists, as on the wire.
 */
export function copyValue(value: unknown, budget: Budget): unknown {
  const queue = new CopyQueue(budget);
  const copy = queue.copy(value);
  queue.drain();
  return copy;
}

/** Containers whose children are not copied yet. */
class CopyQueue {
  readonly #budget: Budget;
  readonly #sources: object[] = [];
  readonly #copies: object[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** A copy of a scalar; of a container, an empty one that is filled later. */
  copy(value: unknown): unknown {
    if (!isContainer(value)) {
      this.#budget.write(typeof value === 'string' ? value.length + 2 : 5);
      return orNull(value);
    }
    this.#budget.write(2);
    const copy = Array.isArray(value) ? [] : {};
    this.#sources.push(value);
    this.#copies.push(copy);
    return copy;
  }

  drain(): void {
    for (let index = 0; index < this.#sources.length; index += 1) {
      const source = this.#sources[index];
      const copy = this.#copies[index];
      if (Array.isArray(source)) this.#copyItems(source, copy as unknown[]);
      else this.#copyProperties(source as Record<string, unknown>, copy as Record<string, unknown>);
    }
  }

  #copyItems(source: readonly unknown[], copy: unknown[]): void {
    this.#budget.spend(1 + source.length);
    for (let index = 0; index < source.length; index += 1) copy.push(this.copy(source[index]));
  }

  #copyProperties(source: Readonly<Record<string, unknown>>, copy: Record<string, unknown>): void {
    const keys = Object.keys(source);
    this.#budget.spend(1 + keys.length);
    for (const key of keys) {
      const value = source[key];
      if (value !== null && typeOf(value) === 'null') continue;
      this.#budget.write(key.length + 4);
      setOwn(copy, key, this.copy(value));
    }
  }
}
