import { SchemaReader } from '../../check/schema-reader.ts';
import type { JsonSchema } from '../../check/step-tools.ts';
import { nameInMessage } from '../../name-list.ts';
import { type CompiledArguments, inspectArguments } from '../../template/arguments.ts';
import type { Expression } from '../../template/expression.ts';
import type { TypeName } from '../transform.ts';
import { type RecordProblems, suggestName } from './record-problem.ts';

/** What is known of the records that templates read. */
export interface TemplateScope {
  /** True of step 0: there is no record yet. */
  readonly isSource: boolean;
  readonly type: TypeName | undefined;
  readonly schema: JsonSchema | undefined;
}

/** Compiles the templates in the settings of an operation and checks what they read. */
export function checkTemplates(
  settings: Readonly<Record<string, unknown>>,
  scope: TemplateScope,
  problems: RecordProblems,
): CompiledArguments {
  const { compiled, problems: found } = inspectArguments(settings);
  for (const { message, path = [] } of found) {
    problems.add({
      code: 'RECORD_TEMPLATE_INVALID',
      message,
      path: ['operationSettings', ...path],
    });
  }
  if (found.length > 0) return compiled;
  for (const { template, path } of compiled.templates) {
    const place = ['operationSettings', ...path];
    const message = scope.isSource
      ? refuseWithoutRecord(template.parts)
      : refuseFields(template.references, scope);
    if (message !== undefined) {
      problems.add({ code: 'RECORD_TEMPLATE_INVALID', message, path: place });
    }
  }
  return compiled;
}

/** A literal needs no record: `{{ '{{' }}` writes braces. */
function refuseWithoutRecord(parts: readonly (Expression | string)[]): string | undefined {
  const reads = parts.find(
    (part) =>
      typeof part !== 'string' && !(part.type === 'jmespath' && part.node.type === 'literal'),
  );
  if (reads === undefined) return undefined;
  return 'Step 0 is the source: there is no record yet that a template could read. Write the value itself.';
}

function refuseFields(
  fields: readonly string[],
  { type, schema }: TemplateScope,
): string | undefined {
  if (schema === undefined) return undefined;
  const reader = new SchemaReader(schema);
  const wrong = fields.find((field) => reader.property(schema, field) === false);
  if (wrong === undefined) return undefined;
  const { hint } = suggestName(wrong, reader.names(schema));
  return `${nameInMessage(String(type))} has no field ${nameInMessage(wrong)}. ${hint}`;
}
