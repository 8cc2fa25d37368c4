import { formatPath } from '../../format-path.ts';
import { isObject } from '../../jmespath/json.ts';
import { nameInMessage } from '../../name-list.ts';
import { PipelineError } from '../../pipeline-error.ts';
import { type CompiledArguments, fillArguments } from '../../template/arguments.ts';
import { suggestName } from '../compile/record-problem.ts';
import type { DataRecord, RecordFailure } from '../transform.ts';

/** What the names in templates stand for: the fields of a record; `value`, if it is no object. */
export function toScope(record: unknown): DataRecord {
  return isObject(record) ? record : { value: record };
}

/**
 * Fills settings from one record. Takes time in proportion to the settings and to what is filled in.
 * A field that is not there is a failure of this record.
 */
export function fillSettings(
  settings: CompiledArguments,
  record: unknown,
): { readonly filled: Record<string, unknown> } | { readonly failure: RecordFailure } {
  const scope = toScope(record);
  try {
    return { filled: fillArguments(settings, scope) };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    return { failure: toTemplateFailure(error, settings, scope) };
  }
}

function toTemplateFailure(
  error: PipelineError,
  { templates }: CompiledArguments,
  scope: DataRecord,
): RecordFailure {
  const path = formatPath(error.path ?? []);
  const missing = templates
    .find((template) => formatPath(template.path) === path)
    ?.template.references.find((field) => !Object.hasOwn(scope, field));
  const problem = missing === undefined ? error.message : describeField(missing, scope);
  return { code: 'RECORD_TEMPLATE_UNRESOLVED', message: `${path}: ${problem}` };
}

function describeField(field: string, scope: DataRecord): string {
  const { hint } = suggestName(field, Object.keys(scope));
  const name = nameInMessage(field);
  return `the record has no field ${name}. ${hint} If it may be missing, give it a default: {{${name} || 'none'}}.`;
}
