import { invalid } from '../pipeline-error.ts';
import { parseLiteral, parseQuotedName, parseRawText } from './literal.ts';

/** One token. Punctuation has its own text as kind. */
export interface Token {
  readonly kind: string;
  /** Offset in the expression, from 0. */
  readonly start: number;
  readonly text: string;
  /** Of a literal or a quoted name: what it stands for. */
  readonly value?: unknown;
}

const pattern =
  /[ \t\r\n]+|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<number>-?[0-9]+)|(?<quoted>"(?:[^"\\]|\\.)*")|(?<raw>'(?:[^'\\]|\\.)*')|(?<literal>`(?:[^`\\]|\\.)*`)|(?<mark>\[\?|\[\]|&&|\|\||[=!<>]=|[.*[\](){},:@&|!<>])/sy;

/**
 * Splits an expression into tokens and ends them with one of kind `end`.
 *
 * @throws PipelineError at a character that no expression can have there.
 */
export function tokenize(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < expression.length) {
    pattern.lastIndex = start;
    const match = pattern.exec(expression);
    if (!match) throw refuseCharacter(expression, start);
    const token = toToken(match.groups ?? {}, start);
    if (token) tokens.push(token);
    start = pattern.lastIndex;
  }
  tokens.push({ kind: 'end', start, text: 'the end' });
  return tokens;
}

function toToken(groups: Readonly<Record<string, string>>, start: number): Token | undefined {
  const { name, number, quoted, raw, literal, mark } = groups;
  if (name !== undefined) return { kind: 'name', start, text: name };
  if (mark !== undefined) return { kind: mark, start, text: mark };
  if (number !== undefined) return { kind: 'number', start, text: number };
  if (raw !== undefined) return { kind: 'literal', start, text: raw, value: parseRawText(raw) };
  if (literal !== undefined) {
    return { kind: 'literal', start, text: literal, value: parseLiteral(literal, start) };
  }
  if (quoted === undefined) return undefined;
  return { kind: 'quoted', start, text: quoted, value: parseQuotedName(quoted, start) };
}

const hints: Readonly<Record<string, string>> = {
  '=': 'compare with "=="',
  '"': 'this double quote is not closed',
  "'": 'this single quote is not closed',
  '`': 'this backtick is not closed',
  $: 'there is no "$"; names start at the results of the steps',
  '?': 'there is no "?:"; write condition && one || other',
  '-': 'there is no arithmetic; a name with "-" in it is written in double quotes',
};

function refuseCharacter(expression: string, start: number): Error {
  const character = String.fromCodePoint(expression.codePointAt(start) ?? 0);
  if (Object.hasOwn(hints, character)) return invalid(`${hints[character]}.`, start);
  if ('+/%'.includes(character)) return invalid('there is no arithmetic in JMESPath.', start);
  return invalid(`unexpected character ${JSON.stringify(character)}.`, start);
}
