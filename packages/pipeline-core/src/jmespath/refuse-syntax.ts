import { isIdentifier, shorten } from '../name-list.ts';
import { invalid, type PipelineError } from '../pipeline-error.ts';
import type { Token } from './tokenize.ts';

/** The error of a token where an expression has to begin. */
export function refuseOperand(token: Token): PipelineError {
  return expected('an expression', token, operandHint(token));
}

/** The error of a token after a complete expression; `kind` is what would have to follow. */
export function refuseOperator(token: Token, kind?: string): PipelineError {
  const what = kind === undefined ? 'an operator or the end' : `"${kind}"`;
  return expected(what, token, operatorHint(token));
}

/** The error of a token after a dot. */
export function refuseMember(token: Token): PipelineError {
  const hint = token.kind === 'number' ? ` An item of a list is written [${token.text}].` : '';
  return expected('a name after "."', token, hint);
}

/** The error of a token where the name of an entry has to stand: `{name: expression}`. */
export function refuseEntry(token: Token): PipelineError {
  return expected('a name for the entry', token, '');
}

/** The error of a token in brackets that is no index, no slice and no `*`. */
export function refuseSubscript(token: Token): PipelineError {
  const { kind, text, value, start } = token;
  if (kind !== 'name' && kind !== 'quoted' && kind !== 'literal') return refuseOperand(token);
  const key = kind === 'name' ? text : value;
  const name = typeof key === 'string' && isIdentifier(key) ? key : JSON.stringify(key);
  return invalid(
    `brackets take an index or a slice; a field is written .${shorten(name, 40)}.`,
    start,
  );
}

/** The error of a bare `true`, `false` or `null`. */
export function refuseLiteralWord({ text, start }: Token): PipelineError {
  return invalid(
    `\`${text}\` needs backticks; bare, it is the name of a field. A field that is really called so is written "${text}".`,
    start,
  );
}

/** The error of a field in double quotes that is compared with. */
export function refuseQuotedText({ value, start }: Token): PipelineError {
  return invalid(
    `double quotes name a field; text is written in single quotes: '${shorten(String(value), 40)}'.`,
    start,
  );
}

function expected(what: string, { kind, text, start }: Token, hint: string): PipelineError {
  const found = kind === 'end' ? 'the end' : JSON.stringify(shorten(text, 40));
  return invalid(`expected ${what}, found ${found}.${hint}`, start);
}

function operandHint({ kind, text }: Token): string {
  if (kind === 'number') return ` Write the number in backticks: \`${text}\`.`;
  return kind === '&' ? ' "&" stands only at the start of an argument.' : '';
}

function operatorHint({ kind, text }: Token): string {
  if (kind === 'name' && text === 'and') return ' Write "&&".';
  if (kind === 'name' && text === 'or') return ' Write "||".';
  if (kind === 'number' || kind === '*') {
    return ' There is no arithmetic; a name with "-" in it is written in double quotes.';
  }
  return '';
}
