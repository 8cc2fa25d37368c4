import { type CompiledRecords, compileRecordPipeline } from '@guildline/pipeline-core';
import type { CallContext } from '../context.ts';
import type { ToolError } from '../errors/tool-error.ts';
import { parseJsonStrings } from '../schema/json-strings.ts';
import type { PlannedCall } from '../tool.ts';
import type { ExposedOperation } from './exposed-operation.ts';
import type { RecordPipelines } from './record-pipelines.ts';
import { refuseOperation } from './refuse-operation.ts';
import type { RecordSpec } from './spec.ts';

type Step = RecordSpec['steps'][number];

/** Whether the caller may use the operation of one step, and why not. */
export interface StepAuthorization {
  readonly step: number;
  readonly resource: string;
  readonly operation: string;
  /** The registered tool; null if there is no such operation. */
  readonly tool: string | null;
  readonly authorized: boolean;
  readonly code?: string;
  readonly reason?: string;
}

/** A spec that was checked for one caller. */
export type CheckedSpec = CompiledRecords & {
  /** Every step that names an operation, executed or not. */
  readonly access: readonly StepAuthorization[];
};

const checked = new WeakMap<RecordSpec, CheckedSpec>();

/** Checks a spec for its caller: names, access of every step, types, settings. Once for each call. */
export function compileSpec(
  spec: RecordSpec,
  context: Pick<CallContext, 'caller' | 'rights' | 'tools'>,
  pipelines: RecordPipelines,
): CheckedSpec {
  const known = checked.get(spec);
  if (known) return known;
  const exposed = pipelines.exposed();
  const refuse = (operation: ExposedOperation): ToolError | undefined =>
    refuseOperation(operation, context, pipelines.isMember);
  const compiled = compileRecordPipeline(spec, {
    ...exposed,
    refuse: (_resource, operation) => {
      const refusal = refuse(operation as ExposedOperation);
      return refusal && { code: refusal.code, message: refusal.message };
    },
  });
  const result = { ...compiled, access: authorize(spec, pipelines, refuse) };
  checked.set(spec, result);
  return result;
}

function authorize(
  { steps }: RecordSpec,
  pipelines: RecordPipelines,
  refuse: (operation: ExposedOperation) => ToolError | undefined,
): readonly StepAuthorization[] {
  return steps.flatMap((written, step): StepAuthorization[] => {
    const { resource = '', operation = '' } = written;
    if (resource === '' && operation === '') return [];
    const found = findOperation(written, pipelines);
    const named = { step, resource, operation, tool: found?.tool ?? null };
    if (!found) return [{ ...named, authorized: false, reason: 'There is no such operation.' }];
    const refusal = refuse(found);
    if (!refusal) return [{ ...named, authorized: true }];
    return [{ ...named, authorized: false, code: refusal.code, reason: refusal.message }];
  });
}

/** The operation that a step names, whoever may use it. */
function findOperation(
  { resource, operation }: Pick<Step, 'operation' | 'resource'>,
  pipelines: RecordPipelines,
): ExposedOperation | undefined {
  return pipelines
    .exposed()
    .resources.find(({ name }) => name === resource)
    ?.operations.find(({ name }) => name === operation);
}

/** A call that a step would make, with the step's place. */
export interface StepCall extends PlannedCall {
  readonly step: number;
}

/** The calls of a spec, before it is known whether it is right. */
export function callsOf({ steps }: RecordSpec, pipelines: RecordPipelines): readonly StepCall[] {
  const { transforms } = pipelines.exposed();
  return steps.flatMap((written, step) => {
    const operation = findOperation(written, pipelines);
    const shown = transforms.find(({ name }) => name === written.transform)?.terminal === 'set';
    if (!operation || shown) return [];
    const place = `Step ${step}, for each record`;
    return [{ step, place, tool: operation.tool, args: written.operationSettings ?? {} }];
  });
}

/**
 * The steps with settings that arrived as JSON text parsed, as for any call. That is done before a
 * template is filled, and never afterwards.
 */
export function parseSettings(
  steps: RecordSpec['steps'],
  pipelines: RecordPipelines,
): RecordSpec['steps'] {
  return steps.map((written) => {
    const operation = findOperation(written, pipelines);
    const { operationSettings: settings } = written;
    if (!operation || !settings || operation.definition.calls) return written;
    const parsed = parseJsonStrings(operation.definition.input(), settings);
    return { ...written, operationSettings: parsed as NonNullable<typeof settings> };
  });
}
