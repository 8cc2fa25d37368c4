import { redactText } from '../redaction/redact.ts';
import { isSecretKey } from '../redaction/secret-key.ts';
import { redacted } from '../redaction/secret-shapes.ts';

const longestText = 500;
const longestKey = 100;
const mostItems = 20;
const mostKeys = 50;
const maximumDepth = 12;
/** Characters of all texts and keys together. */
const mostCharacters = 16 * 1024;
/** A secret that begins before the cut is seen whole if it ends within this many characters. */
const lookAhead = 4 * 1024;
const leftOut = '…';

/**
 * Arguments as an audit event holds them: redacted, then cut. A long text says how long it was, a
 * long list or object how much more it had. At most some 16 Ki characters, however large the value.
 */
export function shortenArguments(args: Readonly<Record<string, unknown>>): unknown {
  return shorten(args, { left: mostCharacters }, 0, false);
}

interface Budget {
  left: number;
}

function shorten(value: unknown, budget: Budget, depth: number, secret: boolean): unknown {
  if (typeof value === 'string') return secret ? redacted : shortenText(value, longestText, budget);
  if (typeof value === 'number') return secret ? redacted : value;
  if (typeof value === 'bigint') return secret ? redacted : String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return undefined;
  if (depth >= maximumDepth || budget.left <= 0) return leftOut;
  return Array.isArray(value)
    ? shortenList(value, budget, depth, secret)
    : shortenObject(value, budget, depth, secret);
}

function shortenList(
  list: readonly unknown[],
  budget: Budget,
  depth: number,
  secret: boolean,
): unknown[] {
  const shown = list.slice(0, mostItems).map((item) => {
    budget.left -= 1;
    return shorten(item, budget, depth + 1, secret) ?? null;
  });
  const more = list.length - shown.length;
  return more > 0 ? [...shown, `${leftOut} ${more} more`] : shown;
}

function shortenObject(value: object, budget: Budget, depth: number, secret: boolean): object {
  const keys = Object.keys(value);
  const shown = keys.slice(0, mostKeys).map((key) => {
    budget.left -= 1;
    const item = (value as Record<string, unknown>)[key];
    return [
      shortenText(key, longestKey, budget),
      shorten(item, budget, depth + 1, secret || isSecretKey(key)),
    ];
  });
  const more = keys.length - shown.length;
  return Object.fromEntries(more > 0 ? [...shown, [leftOut, `${more} more`]] : shown);
}

/** A text that is redacted, and cut with its length said. */
function shortenText(text: string, longest: number, budget: Budget): string {
  const room = Math.min(longest, Math.max(budget.left, 0));
  const shown = redactText(text.slice(0, room + lookAhead));
  const isWhole = text.length <= room + lookAhead && shown.length <= room;
  budget.left -= Math.min(shown.length, room);
  if (isWhole) return shown;
  return `${shown.slice(0, room)}${leftOut} (${text.length} characters)`;
}
