import { isObject } from '../jmespath/json.ts';
import { limits } from '../limits.ts';
import { shorten } from '../name-list.ts';
import { PipelineError } from '../pipeline-error.ts';
import type { Step } from '../step.ts';
import { type CompiledArguments, inspectArguments } from '../template/arguments.ts';
import { type Condition, compileCondition } from '../template/condition.ts';
import { isTemplate } from '../template/scan-template.ts';
import { checkReferences, type ReferenceContext } from './check-references.ts';
import type { CompiledStep } from './compiled-step.ts';
import { type StepIssue, StepIssues } from './step-issue.ts';
import type { FindStepTool, Path, StepTool } from './step-tools.ts';

/** A checked step. */
export interface CheckedStep {
  /** Absent if a template or the condition cannot be read. */
  readonly compiled: CompiledStep | undefined;
  readonly issues: readonly StepIssue[];
}

/** Checks one step at its place among the others. */
export function checkStep(
  step: Step,
  context: ReferenceContext,
  found: ReturnType<FindStepTool>,
): CheckedStep {
  const index = context.step;
  const id = context.names.ids[index] ?? '';
  const issues = new StepIssues({ step: index, id, tool: step.tool });
  for (const problem of context.names.problems) {
    if (problem.step === index) issues.add(problem.message);
  }
  if ('refusal' in found) issues.add(found.refusal.message, undefined, found.refusal.code);
  const condition = compileIf(step.if, issues);
  const compiledArguments = readArguments(step.args, issues);
  if (condition) reportReferences(condition, context, issues);
  if (compiledArguments) {
    reportTemplates(compiledArguments, context, issues);
    if ('tool' in found) reportArguments(step.args, found.tool, issues);
  }
  if (condition === null || !compiledArguments || compiledArguments.problems.length > 0) {
    return { compiled: undefined, issues: issues.list() };
  }
  const compiled = toCompiledStep(step, { index, id }, condition, compiledArguments.compiled);
  return { compiled, issues: issues.list() };
}

type InspectedArguments = ReturnType<typeof inspectArguments>;

/** The condition; `undefined` if there is none, null if it cannot be read. */
function compileIf(text: string | undefined, issues: StepIssues): Condition | null | undefined {
  if (text === undefined) return undefined;
  try {
    return compileCondition(text);
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    issues.add(`if: ${error.message}`);
    return null;
  }
}

/** Everything behind the check may recurse over arguments, so deep ones end here. */
function readArguments(args: Step['args'], issues: StepIssues): InspectedArguments | undefined {
  if (!isObject(args)) {
    issues.add('args must be an object with the arguments of the tool.');
    return undefined;
  }
  const inspected = inspectArguments(args);
  for (const { message, path } of inspected.problems) issues.add(message, path);
  if (inspected.compiled.depth <= limits.argumentDepth) return inspected;
  issues.add(`args are nested deeper than ${limits.argumentDepth} levels. Flatten them.`);
  return undefined;
}

function reportReferences(
  { expression }: Condition,
  context: ReferenceContext,
  issues: StepIssues,
): void {
  for (const problem of checkReferences(expression, context)) {
    issues.add(`if: {{${shorten(expression.text)}}}: ${problem}`);
  }
}

function reportTemplates(
  { compiled }: InspectedArguments,
  context: ReferenceContext,
  issues: StepIssues,
): void {
  for (const { template, path } of compiled.templates) {
    for (const part of template.parts) {
      if (typeof part === 'string') continue;
      for (const problem of checkReferences(part, context)) {
        issues.add(`{{${shorten(part.text)}}}: ${problem}`, path);
      }
    }
  }
}

function reportArguments(args: Step['args'], tool: StepTool, issues: StepIssues): void {
  const holdsTemplate = (path: Path): boolean => {
    const value = valueAt(args, path);
    return typeof value === 'string' && isTemplate(value);
  };
  for (const { message, path } of tool.checkArguments(args, holdsTemplate)) {
    issues.add(message, path);
  }
}

function valueAt(args: Step['args'], path: Path): unknown {
  let value: unknown = args;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Readonly<Record<number | string, unknown>>)[part];
  }
  return value;
}

function toCompiledStep(
  { tool, args, save_as: saveAs, continue_on_error: continueOnError = false }: Step,
  { index, id }: { readonly index: number; readonly id: string },
  condition: Condition | undefined,
  compiledArguments: CompiledArguments,
): CompiledStep {
  const templates = compiledArguments.templates.map(({ path, template }) => ({
    path,
    text: template.text,
    references: template.references,
  }));
  return {
    index,
    id,
    tool,
    args,
    templates,
    saveAs,
    continueOnError,
    condition,
    compiledArguments,
  };
}
