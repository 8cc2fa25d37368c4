import type { Scrub } from './create-scrub.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** Bytes that the result of one call may have as JSON. */
const mostResultBytes = 1024 * 1024;
const deepest = 64;

/** A result of `tools/call`, as far as it is looked at. */
export interface UpstreamAnswer {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/**
 * What an upstream answered, as one object without the secrets that it was handed: its structured
 * content, or else the JSON object that its text is; `{ items }` for a list, `{ text }` for any other
 * text, with the kinds of what stands beside it.
 *
 * @throws UpstreamFault if it is too large, nests too deep, or holds a number that has lost digits
 */
export function readAnswer(answer: UpstreamAnswer, scrub: Scrub): Record<string, unknown> {
  const value = toObject(answer.structuredContent, answer);
  if (Buffer.byteLength(JSON.stringify(value)) > mostResultBytes) {
    throw unusable(`the result is over ${mostResultBytes} bytes; ask for less at once`);
  }
  return copy(value, scrub, 0) as Record<string, unknown>;
}

/** The texts of an answer, for a message. */
export function readText({ content = [] }: UpstreamAnswer): string {
  return content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
}

function toObject(structured: unknown, answer: UpstreamAnswer): unknown {
  if (isObject(structured)) return structured;
  if (structured !== undefined) return { items: structured };
  const others = (answer.content ?? []).filter(({ type }) => type !== 'text');
  const text = readText(answer);
  const parsed = others.length === 0 ? parseJson(text) : undefined;
  if (isObject(parsed)) return parsed;
  if (Array.isArray(parsed)) return { items: parsed };
  const kinds = [...new Set(others.map(({ type }) => type))];
  return kinds.length === 0 ? { text } : { text, left_out: kinds };
}

function parseJson(text: string): unknown {
  if (text.length > mostResultBytes) {
    throw unusable(`the result is over ${mostResultBytes} bytes; ask for less at once`);
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function copy(value: unknown, scrub: Scrub, depth: number): unknown {
  if (depth > deepest) throw unusable(`the result nests deeper than ${deepest} levels`);
  switch (typeof value) {
    case 'string':
      return scrub(value);
    case 'number':
      return keepDigits(value);
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => copy(item, scrub, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [scrub(key), copy(item, scrub, depth + 1)]),
  );
}

/** Ids of 17 digits and more come as rounded numbers, and would name somebody else. */
function keepDigits(value: number): number {
  if (Number.isSafeInteger(value) || !Number.isInteger(value) || Math.abs(value) >= 1e21) {
    return value;
  }
  throw unusable('the result has a whole number that lost digits; ids have to be texts');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unusable(message: string): UpstreamFault {
  return new UpstreamFault('unusable', message, { sent: true });
}
