import { Budget } from '../../src/index.ts';
import { evaluate } from '../../src/jmespath/evaluate.ts';
import { parse } from '../../src/jmespath/parse.ts';

/** Evaluates an expression on a document, as a test writes it. */
export function search(expression: string, document: unknown, budget = new Budget()): unknown {
  return evaluate(parse(expression), document, budget);
}
