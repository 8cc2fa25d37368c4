import { limits } from '../limits.ts';
import { invalid, type PipelineError } from '../pipeline-error.ts';

/** A part of a template: text that stands for itself, or an expression. */
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'expression';
      /** What stands between the braces, as written. */
      readonly text: string;
      /** Offset of that text in the template, from 0. */
      readonly start: number;
    };

/** True if a string has anything to expand. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/**
 * Splits a template. An expression ends at the first `}}` outside quotes, backticks and inner braces;
 * a `}}` outside of an expression is text. Takes time linear in the text.
 *
 * @throws PipelineError if an expression is not closed, or there are too many.
 */
export function scanTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let position = 0;
  let left = limits.expressions;
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', position)) {
    if (open > position) parts.push({ type: 'text', text: text.slice(position, open) });
    const start = open + 2;
    const end = findEnd(text, start);
    if (end === undefined) throw refuseOpen(text, open);
    if (left === 0) throw refuseTooMany(open);
    left -= 1;
    parts.push({ type: 'expression', text: text.slice(start, end), start });
    position = end + 2;
  }
  if (position < text.length) parts.push({ type: 'text', text: text.slice(position) });
  return parts;
}

/** Offset of the `}}` that ends the expression at `start`. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let position = start;
  while (position < text.length) {
    const character = text[position];
    if (character === "'" || character === '"' || character === '`') {
      position = skipQuoted(text, position);
    } else if (character === '{') {
      depth += 1;
    } else if (character === '}' && depth > 0) {
      depth -= 1;
    } else if (character === '}' && text[position + 1] === '}') {
      return position;
    }
    position += 1;
  }
  return undefined;
}

/** Offset of the closing quote, or the end of the text. A backslash takes the next character along. */
function skipQuoted(text: string, start: number): number {
  const quote = text[start];
  let position = start + 1;
  while (position < text.length && text[position] !== quote) {
    position += text[position] === '\\' ? 2 : 1;
  }
  return position;
}

function refuseOpen(text: string, open: number): Error {
  const next = text.indexOf('}}', open);
  const problem =
    next === -1
      ? 'this "{{" is not closed by "}}".'
      : 'this "{{" is not closed: the "}}" after it stands inside quotes or inner braces.';
  return invalid(`${problem} Literal braces are written {{ '{{' }}.`, open);
}

/** The error of a text or a step with more expressions than are allowed. */
export function refuseTooMany(position?: number): PipelineError {
  const problem = `a step may have at most ${limits.expressions} expressions. Split it.`;
  return invalid(problem, position);
}
