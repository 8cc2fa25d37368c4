import { Budget } from '../budget.ts';
import { hasNoKeys, isContainer } from '../jmespath/json.ts';
import { invalid, PipelineError } from '../pipeline-error.ts';
import { compileExpression, type Expression, evaluateExpression } from './expression.ts';
import { missing, type Scope } from './resolve-path.ts';
import { scanTemplate } from './scan-template.ts';

/** The `if` of a step. */
export interface Condition {
  readonly text: string;
  readonly expression: Expression;
  /** The names of steps and variables that it reads. */
  readonly references: readonly string[];
}

/**
 * Compiles an `if`: one `{{ expression }}`, or the expression without its braces.
 *
 * @throws PipelineError with code `PIPELINE_INVALID`.
 */
export function compileCondition(text: string): Condition {
  const { source, start } = unwrap(text);
  try {
    const expression = compileExpression(source);
    return { text, expression, references: expression.references };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    throw error.with({ position: start + (error.position ?? 0) });
  }
}

/** Text around the braces would make the condition true for ever, so it is refused. */
function unwrap(text: string): { readonly source: string; readonly start: number } {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{{')) return { source: text, start: 0 };
  const offset = text.indexOf(trimmed);
  const [part, ...rest] = scanTemplate(trimmed);
  if (part?.type !== 'expression' || rest.length > 0) {
    throw invalid(
      'a condition is one expression. Put the whole of it inside one pair of braces: {{a.count > `0`}}.',
      offset + trimmed.indexOf('}}') + 2,
    );
  }
  return { source: part.text, start: offset + part.start };
}

/**
 * Judges the value of a condition. False, 0, null, what is missing, and empty text, lists and
 * objects do not hold.
 *
 * @throws PipelineError if the expression cannot be evaluated: a wrong argument, too much work.
 */
export function holds(condition: Condition, scope: Scope, budget: Budget = new Budget()): boolean {
  const value = evaluateExpression(condition.expression, scope, budget);
  if (value === missing || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (isContainer(value)) return !hasNoKeys(value);
  return value !== false && value !== 0 && value !== '';
}
