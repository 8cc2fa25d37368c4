import type { JsonSchema, Path } from '../../check/step-tools.ts';
import { isObject } from '../../jmespath/json.ts';
import type { CompiledArguments } from '../../template/arguments.ts';
import type { TypeName } from '../transform.ts';
import type { RecordVocabulary } from '../vocabulary.ts';
import { checkSettings } from './check-settings.ts';
import { checkTemplates } from './check-templates.ts';
import type { RecordProblems } from './record-problem.ts';
import type { ResolvedStep } from './resolve-names.ts';
import type { RecordStepSpec } from './spec.ts';

/** Where the settings of an operation are used. */
export interface SettingsPlace {
  readonly index: number;
  /** True if the step calls its operation. */
  readonly executes: boolean;
  /** The type of the records that templates read. */
  readonly incoming: TypeName | undefined;
}

/** Checks the settings of a step's operation and compiles their templates. */
export function compileOperationSettings(
  spec: RecordStepSpec,
  { operation }: ResolvedStep,
  { index, executes, incoming }: SettingsPlace,
  { types = [] }: RecordVocabulary,
  problems: RecordProblems,
): CompiledArguments {
  const key = 'operationSettings';
  const given = spec[key] ?? {};
  if (spec.operation === undefined && spec[key] !== undefined) refuseUnused(key, problems);
  const schema = types.find(({ name }) => name === incoming)?.schema;
  const scope = { isSource: index === 0, type: incoming, schema };
  const compiled = checkTemplates(given, scope, problems);
  if (!operation) return compiled;
  const { name: owner, settings, requiredSettings } = operation;
  const required = executes ? requiredSettings : [];
  const inspect = () =>
    (executes && operation.checkSettings?.(given, holdsTemplate(compiled))) || [];
  checkSettings({ key, owner, given, schema: settings, required, inspect }, problems);
  return compiled;
}

/** Checks the settings of a step's transform. */
export function checkTransformSettings(
  spec: RecordStepSpec,
  { transform }: ResolvedStep,
  problems: RecordProblems,
): void {
  const key = 'transformSettings';
  const given = spec[key] ?? {};
  if (spec.transform === undefined && spec[key] !== undefined) refuseUnused(key, problems);
  if (!transform) return;
  const { name: owner, settings: schema } = transform;
  const inspect = () => transform.checkSettings(given);
  checkSettings({ key, owner, given, schema, required: requiredBy(schema), inspect }, problems);
}

function refuseUnused(
  key: 'operationSettings' | 'transformSettings',
  problems: RecordProblems,
): void {
  const owner = key === 'operationSettings' ? 'operation' : 'transform';
  const message = `The step has ${key} and no ${owner}. Name the ${owner}, or leave them out.`;
  problems.add({ code: 'RECORD_SETTINGS_INVALID', message, path: [key] });
}

function holdsTemplate({ templates }: CompiledArguments): (path: Path) => boolean {
  const places = new Set(templates.map(({ path }) => JSON.stringify(path)));
  return (path) => places.has(JSON.stringify(path));
}

function requiredBy(schema: JsonSchema): readonly string[] {
  const required = isObject(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
