import { type JsonSchema, recordLimits, type Transform } from '@guildline/pipeline-core';
import type { CallContext } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import { suggest } from '../suggest.ts';
import type { ExposedResource } from './expose-resources.ts';
import type { ExposedOperation } from './exposed-operation.ts';
import type { RecordPipelines } from './record-pipelines.ts';
import { refuseOperation } from './refuse-operation.ts';

/** What somebody wants to know about. */
export interface DiscoverFilter {
  readonly resource?: string | undefined;
  readonly operation?: string | undefined;
}

/** What a caller may use in a pipeline. Settings are told of one resource only, so that the answer stays small. */
export function discover(
  { resource, operation }: DiscoverFilter,
  context: Pick<CallContext, 'caller' | 'rights' | 'tools'>,
  pipelines: RecordPipelines,
) {
  const exposed = pipelines.exposed();
  const allowed = exposed.resources.flatMap((one) => {
    const operations = one.operations.filter(
      (candidate) => !refuseOperation(candidate, context, pipelines.isMember),
    );
    return operations.length > 0 ? [{ ...one, operations }] : [];
  });
  const resources = pick(allowed, resource, 'resource', 'RECORD_UNKNOWN_RESOURCE');
  if (operation !== undefined && resource === undefined) {
    throw new ToolError({
      code: 'VALIDATION_ERROR',
      message: 'operation: Name its resource, too.',
    });
  }
  const isDetailed = resource !== undefined;
  return {
    resources: resources.map(({ name, description, operations }) => ({
      name,
      description,
      operations: pick(operations, operation, 'operation', 'RECORD_UNKNOWN_OPERATION').map((one) =>
        toOperation(one, isDetailed),
      ),
    })),
    transforms: exposed.transforms
      .filter(({ input }) => isUsable(input, resources))
      .map((transform) => toTransform(transform)),
    conventions: conventions(pipelines),
  };
}

function pick<Named extends { readonly name: string }>(
  all: readonly Named[],
  name: string | undefined,
  what: string,
  code: 'RECORD_UNKNOWN_OPERATION' | 'RECORD_UNKNOWN_RESOURCE',
): readonly Named[] {
  if (name === undefined) return all;
  const found = all.filter((one) => one.name === name);
  if (found.length > 0) return found;
  const names = all.map((one) => one.name);
  const meant = suggest(name, names);
  const hint =
    meant === undefined ? `Known: ${names.slice(0, 20).join(', ')}.` : `Did you mean ${meant}?`;
  throw new ToolError({
    code,
    message: `There is no ${what} of that name that you may use. ${hint}`,
  });
}

/** A transform of a type that none of the resources gives would only be noise. */
function isUsable(
  type: string | undefined,
  resources: readonly Pick<ExposedResource, 'operations'>[],
) {
  if (type === undefined || type === 'Record' || type === 'object') return true;
  return resources.some(({ operations }) => operations.some(({ output }) => output === type));
}

function toOperation(operation: ExposedOperation, isDetailed: boolean) {
  const { name, description, iterates, input, output, effect, destructive } = operation;
  return {
    name,
    description,
    iterates,
    input: input ?? null,
    output: output ?? null,
    effect,
    ...(destructive ? { destructive } : {}),
    ...(isDetailed ? { settings: asObject(operation.settings), ...toFields(operation) } : {}),
  };
}

/** Names of a record's fields, where the tool says them. */
function toFields({ recordSchema }: ExposedOperation): { fields?: string[] } {
  const { properties } = asObject(recordSchema ?? {}) as { readonly properties?: object };
  const fields = Object.keys(properties ?? {});
  return fields.length > 0 ? { fields } : {};
}

function toTransform({ name, description, input, output, terminal, settings }: Transform) {
  const properties = (asObject(settings) as { readonly properties?: object }).properties ?? {};
  return {
    name,
    description,
    input: input ?? null,
    output: output ?? null,
    terminal,
    ...(Object.keys(properties).length > 0 ? { settings: asObject(settings) } : {}),
  };
}

function asObject(schema: JsonSchema): Record<string, unknown> {
  return typeof schema === 'object' ? { ...schema } : {};
}

function conventions({ maximumRecords, source }: RecordPipelines): Record<string, string> {
  return {
    steps: `At most ${recordLimits.steps}. Step 0 names an operation that iterates. A step without an operation only transforms. A step whose transform has terminal "set" renders what came in; its operation, if named, is authorized and not called.`,
    types:
      'The output of a step has to fit the input of the next: the same name, "object" (fits all), or null (not declared). Any …ToRecord output feeds any input "Record".',
    templates:
      '{{field}} in operationSettings reads the incoming record: {{user_id}}, {{address.city}}, {{nick || username}}. A text that is one template keeps the type of the value. A field that is not there fails the record. None in step 0.',
    mapping:
      'RecordToRecord renames, picks and adds fields, and joins the record that came into the step with what its operation gave.',
    limits: `At most ${maximumRecords} source records; when there are more, summary.truncated is true. onError: "skip" lists failed records as CSV in failed_records, fit to be the next source.`,
    ...(source.javaScriptConventions === undefined
      ? {}
      : { javascript: source.javaScriptConventions }),
  };
}
