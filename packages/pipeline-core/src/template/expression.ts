import type { Budget } from '../budget.ts';
import type { Path } from '../check/step-tools.ts';
import { evaluate } from '../jmespath/evaluate.ts';
import type { Node } from '../jmespath/node.ts';
import { parse } from '../jmespath/parse.ts';
import { invalid, PipelineError, unresolved } from '../pipeline-error.ts';
import { describeBreak, describeMissing } from './describe-missing.ts';
import { parsePlainPath } from './plain-path.ts';
import { readPaths } from './read-paths.ts';
import { missing, resolvePath, type Scope } from './resolve-path.ts';

/** An expression that has passed every check which needs no data. */
export type Expression = PathExpression | JmespathExpression;

/** A plain path: names and indexes from 0. */
export interface PathExpression {
  readonly type: 'path';
  readonly text: string;
  readonly path: Path;
  /** The names of steps and variables that it reads. */
  readonly references: readonly string[];
}

/** Anything else. */
export interface JmespathExpression {
  readonly type: 'jmespath';
  readonly text: string;
  readonly node: Node;
  /** The plain paths that it starts from, as far as they are known without data. */
  readonly paths: readonly Path[];
  readonly references: readonly string[];
  /** True if it ends in a literal null, so that null is what was asked for. */
  readonly acceptsNull: boolean;
}

/**
 * Compiles what stands between the braces.
 *
 * @throws PipelineError with code `PIPELINE_INVALID`; its position counts from the start of `source`.
 */
export function compileExpression(source: string): Expression {
  const text = source.trim();
  if (text === '') {
    throw invalid("there is no expression here. Literal braces are written {{ '{{' }}.", 0);
  }
  const path = parsePlainPath(text);
  if (path) return { type: 'path', text, path, references: [String(path[0])] };
  try {
    const node = parse(text);
    const paths = readPaths(node);
    const references = [...new Set(paths.map(([name]) => String(name)))];
    return { type: 'jmespath', text, node, paths, references, acceptsNull: endsInNull(node) };
  } catch (error) {
    throw error instanceof PipelineError ? place(error, source, text) : error;
  }
}

function place(error: PipelineError, source: string, text: string): PipelineError {
  const { position = 0 } = error;
  return error.with({ expression: text, position: position + source.indexOf(text) });
}

/** True for a literal null, and for an expression whose last alternative or stage is one. */
function endsInNull(node: Node): boolean {
  if (node.type === 'or' || node.type === 'and' || node.type === 'pipe') {
    return endsInNull(node.right);
  }
  return node.type === 'literal' && node.value === null;
}

/**
 * The value of an expression. It may share parts with the scope: copy before handing it on.
 *
 * @throws PipelineError with code `PIPELINE_REFERENCE_UNRESOLVED` if there is no value.
 */
export function resolveExpression(expression: Expression, scope: Scope, budget: Budget): unknown {
  const value = evaluateExpression(expression, scope, budget);
  if (value === missing || (value === null && !mayBeNull(expression))) {
    const paths = expression.type === 'path' ? [expression.path] : expression.paths;
    const problem = describeMissing(paths, scope);
    throw unresolved(problem).with({ expression: expression.text });
  }
  return value;
}

/** The value of an expression; {@link missing} for a plain path that leads nowhere. */
export function evaluateExpression(expression: Expression, scope: Scope, budget: Budget): unknown {
  if (expression.type === 'path') {
    budget.spend(expression.path.length);
    return resolvePath(expression.path, scope);
  }
  try {
    return evaluate(expression.node, scope, budget);
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    const reason = describeBreak(expression.paths, scope);
    const problem = reason === undefined ? error.problem : `${error.problem} Here, ${reason}`;
    throw error.with({ expression: expression.text, problem });
  }
}

function mayBeNull(expression: Expression): boolean {
  return expression.type === 'path' || expression.acceptsNull;
}
