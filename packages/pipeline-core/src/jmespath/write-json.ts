import type { Budget } from '../budget.ts';
import { isContainer, orNull, typeOf } from './json.ts';

/** A list or an object of which some children are written. */
interface Open {
  readonly source: Readonly<Record<string | number, unknown>>;
  /** Of an object: its keys. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/**
 * JSON text as `JSON.stringify` writes it, with two differences: depth needs no call stack, and the
 * budget ends a graph of shared values that would print without end. No `toJSON` is called.
 */
export function writeJson(value: unknown, budget: Budget): string {
  let text = '';
  const open: Open[] = [];
  const write = (item: unknown): void => {
    if (isContainer(item)) {
      const container = openContainer(item, budget);
      text += container.keys ? '{' : '[';
      open.push(container);
    } else {
      text += writeScalar(item, budget);
    }
  };
  write(value);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    if (last.next === last.length) {
      text += last.keys ? '}' : ']';
      open.pop();
      continue;
    }
    const key = last.keys ? (last.keys[last.next] as string) : last.next;
    if (last.next > 0) text += ',';
    if (typeof key === 'string') text += `${writeScalar(key, budget)}:`;
    last.next += 1;
    write(last.source[key]);
  }
  return text;
}

function openContainer(value: object, budget: Budget): Open {
  const source = value as Open['source'];
  budget.write(2);
  if (Array.isArray(value)) {
    budget.spend(1 + value.length);
    return { source, keys: undefined, length: value.length, next: 0 };
  }
  const keys = Object.keys(value).filter((key) => isWritten(source[key]));
  budget.spend(1 + keys.length);
  return { source, keys, length: keys.length, next: 0 };
}

function isWritten(value: unknown): boolean {
  return value === null || typeOf(value) !== 'null';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON has to escape.
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

function writeScalar(value: unknown, budget: Budget): string {
  if (typeof value !== 'string') {
    budget.write(8);
    return JSON.stringify(orNull(value));
  }
  budget.read(value);
  const text = needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
  budget.write(text.length + 1);
  return text;
}
