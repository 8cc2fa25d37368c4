import { compile } from '@jmespath-community/jmespath';
import { limits } from '../limits.ts';
import { invalid } from '../pipeline-error.ts';
import { checkSyntax } from './check-syntax.ts';
import type { Node } from './node.ts';
import { toNode } from './to-node.ts';
import { type Token, tokenize } from './tokenize.ts';

/**
 * Parses standard JMESPath: the 26 standard functions, no extensions.
 *
 * Text goes through three gates: its length, our own tokens and grammar, and the walk over the tree.
 * The library between the last two sees only tokens that we wrote out again, with every literal
 * replaced by its number, so that its own reading of literals does not matter.
 *
 * @throws PipelineError with code `PIPELINE_INVALID`.
 */
export function parse(expression: string): Node {
  if (expression.length > limits.expressionCharacters) {
    throw invalid(
      `the expression has ${expression.length} characters; at most ${limits.expressionCharacters} are allowed.`,
    );
  }
  const tokens = tokenize(expression);
  checkSyntax(tokens);
  const literals: unknown[] = [];
  return toNode(buildTree(tokens, literals), literals);
}

function buildTree(tokens: readonly Token[], literals: unknown[]): ReturnType<typeof compile> {
  const text = tokens.map((token) => writeToken(token, literals)).join(' ');
  try {
    return compile(text);
  } catch {
    throw invalid('this is no JMESPath expression.');
  }
}

function writeToken({ kind, text, value }: Token, literals: unknown[]): string {
  if (kind === 'end') return '';
  if (kind === 'quoted') return JSON.stringify(value);
  if (kind !== 'literal') return text;
  literals.push(value);
  return `\`${literals.length - 1}\``;
}
