import { Budget } from '../budget.ts';
import { isContainer } from '../jmespath/json.ts';
import { writeJson } from '../jmespath/write-json.ts';
import { PipelineError, unresolved } from '../pipeline-error.ts';
import { copyValue } from './copy-value.ts';
import { compileExpression, type Expression, resolveExpression } from './expression.ts';
import type { Scope } from './resolve-path.ts';
import { scanTemplate } from './scan-template.ts';

/** A text with `{{ expression }}` in it that has passed every check which needs no data. */
export interface Template {
  readonly text: string;
  /** Literal text and expressions, in order. */
  readonly parts: readonly (Expression | string)[];
  /** The names of steps and variables that it reads. */
  readonly references: readonly string[];
}

/**
 * Compiles a text with `{{ expression }}` in it. A text without any is a template that gives itself.
 *
 * @throws PipelineError with code `PIPELINE_INVALID`, the expression and the position.
 */
export function compileTemplate(text: string): Template {
  const references = new Set<string>();
  const parts = scanTemplate(text).map((part) => {
    if (part.type === 'text') return part.text;
    const expression = compileAt(part.text, part.start);
    for (const name of expression.references) references.add(name);
    return expression;
  });
  return { text, parts, references: [...references] };
}

function compileAt(source: string, start: number): Expression {
  try {
    return compileExpression(source);
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    throw error.with({ position: start + (error.position ?? 0) });
  }
}

/**
 * Fills a template from the results in `scope`. A template that is one expression keeps the value's
 * type, as a copy. Inside longer text, strings, numbers and booleans are written plainly, lists and
 * objects as JSON, and an accepted null as nothing. What is filled in is never expanded again.
 *
 * @throws PipelineError with code `PIPELINE_REFERENCE_UNRESOLVED`.
 */
export function fillTemplate(
  template: Template,
  scope: Scope,
  budget: Budget = new Budget(),
): unknown {
  const [first, ...rest] = template.parts;
  if (first !== undefined && typeof first !== 'string' && rest.length === 0) {
    return within(first, () => copyValue(resolveExpression(first, scope, budget), budget));
  }
  const pieces = template.parts.map((part) =>
    typeof part === 'string' ? part : within(part, () => writeValue(part, scope, budget)),
  );
  return pieces.join('');
}

function writeValue(expression: Expression, scope: Scope, budget: Budget): string {
  const value = resolveExpression(expression, scope, budget);
  if (value === null) return '';
  if (isContainer(value)) return writeJson(value, budget);
  const text = String(value);
  budget.write(text.length);
  return text;
}

/** Names the expression in an error that comes from the size of its value. */
function within<Value>({ text }: Expression, fill: () => Value): Value {
  try {
    return fill();
  } catch (error) {
    if (!(error instanceof PipelineError) || error.expression !== undefined) throw error;
    throw unresolved(error.problem).with({ expression: text });
  }
}
