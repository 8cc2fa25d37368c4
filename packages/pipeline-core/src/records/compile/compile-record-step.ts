import type { TypeName } from '../transform.ts';
import { type RecordVocabulary, writes } from '../vocabulary.ts';
import { checkPosition } from './check-position.ts';
import { checkTypes } from './check-types.ts';
import { checkTransformSettings, compileOperationSettings } from './compile-settings.ts';
import type { CompiledRecordStep, RecordPlanStep } from './record-plan.ts';
import type { RecordProblems } from './record-problem.ts';
import { type ResolvedStep, resolveNames } from './resolve-names.ts';
import type { RecordStepSpec } from './spec.ts';

/** A step at its place among the others. */
export interface StepPlace {
  readonly index: number;
  readonly isLast: boolean;
  /** What the step before gives; `undefined` if it is not declared, or there is none. */
  readonly incoming: TypeName | undefined;
  /** Where reserved keys stood in the step. */
  readonly stripped: readonly string[];
}

/**
 * Checks one step and compiles it. It is fit to run only if there are no problems.
 *
 * @returns the step, and the type that it gives
 */
export function compileRecordStep(
  spec: RecordStepSpec,
  { index, isLast, incoming, stripped }: StepPlace,
  vocabulary: RecordVocabulary,
  problems: RecordProblems,
): { readonly step: CompiledRecordStep; readonly output: TypeName | undefined } {
  const resolved = resolveNames(spec, vocabulary, problems);
  const { resource, operation, transform } = resolved;
  const executes = spec.operation !== undefined && transform?.terminal !== 'set';
  checkPosition(spec, resolved, { index, isLast, executes }, problems);
  const transforms = spec.transform !== undefined;
  const place = { index, incoming, executes, transforms };
  const output = checkTypes(resolved, place, vocabulary, problems);
  const settings = compileOperationSettings(spec, resolved, place, vocabulary, problems);
  checkTransformSettings(spec, resolved, problems);
  const called = executes ? operation : undefined;
  const call = called && resource ? { call: { resource, operation: called, settings } } : {};
  const plan: RecordPlanStep = {
    step: index,
    id: spec.id ?? null,
    ...describeOperation(resolved, executes),
    operationSettings: spec.operationSettings ?? {},
    templates: settings.templates.map(({ path, template: { text, references } }) => ({
      path,
      text,
      fields: references,
    })),
    transform: transform?.name ?? null,
    transformSettings: spec.transformSettings ?? {},
    terminal: transform?.terminal ?? 'none',
    types: describeTypes(resolved, incoming, output),
    stripped,
  };
  return { step: { plan, ...call, ...(transform ? { transform } : {}) }, output };
}

function describeOperation(
  { resource, operation }: ResolvedStep,
  executed: boolean,
): Pick<
  RecordPlanStep,
  'destructive' | 'effect' | 'executed' | 'operation' | 'resource' | 'tool' | 'writes'
> {
  const none = { resource: null, operation: null, tool: null, executed };
  const harmless = { effect: null, writes: false, destructive: false };
  if (!resource || !operation) return { ...none, ...harmless };
  const { name, tool, effect, destructive } = operation;
  const named = { resource: resource.name, operation: name, tool, executed };
  if (!executed) return { ...named, ...harmless };
  return { ...named, effect, writes: writes(operation), destructive };
}

function describeTypes(
  { operation, transform }: ResolvedStep,
  incoming: TypeName | undefined,
  output: TypeName | undefined,
): RecordPlanStep['types'] {
  return {
    incoming: incoming ?? null,
    operationInput: operation?.input ?? null,
    operationOutput: operation?.output ?? null,
    transformInput: transform?.input ?? null,
    transformOutput: transform?.output ?? null,
    output: output ?? null,
  };
}
