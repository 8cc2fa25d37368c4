import { compileFunction } from 'node:vm';

/** Code of a user in the one form that the sandbox runs: a function of `record` and `incoming`. */
export interface CompiledCode {
  /** A function expression; its first line is the code's first line. */
  readonly source: string;
  /** True if the code is an expression, whose value may be a function of the record. */
  readonly isExpression: boolean;
  /** True if the code speaks of what came into the step. */
  readonly usesIncoming: boolean;
}

/** Characters that code may have. */
export const longestCode = 32_000;

/** What the code is, or why it can give no result. Nothing of it runs. */
export function compileCode(
  code: string,
): { readonly compiled: CompiledCode } | { readonly problem: string } {
  if (code.length > longestCode) return { problem: `is longer than ${longestCode} characters` };
  if (code.trim() === '') return { problem: 'is empty; write what to do with `record`' };
  const usesIncoming = /\bincoming\b/.test(code);
  const expression = code.replace(/[\s;]+$/, '');
  if (isExpression(expression)) {
    const source = toFunction(`return (${expression}\n);`);
    return { compiled: { source, isExpression: true, usesIncoming } };
  }
  const syntaxError = findSyntaxError(code);
  if (syntaxError !== undefined) return { problem: `is no JavaScript: ${syntaxError}` };
  if (!/\breturn\b/.test(code)) {
    return { problem: 'returns nothing: end it with `return …`, or write one expression' };
  }
  return { compiled: { source: toFunction(code), isExpression: false, usesIncoming } };
}

function toFunction(body: string): string {
  return `(function (record, incoming) { 'use strict'; ${body}\n})`;
}

/** Parsed between two kinds of brackets: no text closes and opens both. */
function isExpression(code: string): boolean {
  return (
    findSyntaxError(`return (${code}\n);`) === undefined &&
    findSyntaxError(`return [${code}\n];`) === undefined
  );
}

/**
 * The engine parses the body by itself, so that no code can close the function around it. It is
 * compiled and never called here.
 */
function findSyntaxError(body: string): string | undefined {
  try {
    compileFunction(`'use strict'; ${body}\n`, ['record', 'incoming'], { filename: 'code.js' });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    const line = /code\.js:(\d+)/.exec(error.stack ?? '')?.[1];
    return line === undefined ? error.message : `${error.message} (line ${line})`;
  }
}
