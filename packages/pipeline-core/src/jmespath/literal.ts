import { shorten } from '../name-list.ts';
import { invalid } from '../pipeline-error.ts';

/** The text of `'raw text'`: `\'` is a quote, every other backslash stays. */
export function parseRawText(token: string): string {
  return token.slice(1, -1).replaceAll("\\'", "'");
}

/**
 * The name inside `"double quotes"`, which are JSON strings.
 *
 * @throws PipelineError if JSON cannot read it.
 */
export function parseQuotedName(token: string, start: number): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    throw invalid('a name in double quotes is a JSON string, and this is none.', start);
  }
}

/**
 * The JSON value between backticks. Inside, a backtick is written with a backslash before it.
 *
 * @throws PipelineError if it is not JSON, or holds a number that would not be kept exactly.
 */
export function parseLiteral(token: string, start: number): unknown {
  const json = token.slice(1, -1).replaceAll('\\`', '`');
  const inexact = findInexactNumber(json);
  if (inexact !== undefined) {
    const number = shorten(inexact, 40);
    throw invalid(`${number} would lose digits as a number. Write it as text: '${number}'.`, start);
  }
  try {
    return JSON.parse(json);
  } catch {
    throw invalid(
      "between backticks stands JSON; text is written in single quotes: 'text'.",
      start,
    );
  }
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/gs;

/** The first number in JSON text that is beyond 2^53 - 1 or beyond what a number can hold. */
function findInexactNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(stringOrNumber)) {
    if (token.startsWith('"')) continue;
    const number = Number(token);
    if (Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?[0-9]+$/.test(token)) {
      return token;
    }
    if (number === Number.POSITIVE_INFINITY || number === Number.NEGATIVE_INFINITY) return token;
  }
  return undefined;
}
