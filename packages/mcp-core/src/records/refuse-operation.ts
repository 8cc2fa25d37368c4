import { refuseTool, refuseWrite } from '../access/refuse-tool.ts';
import type { CallContext, Caller } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { ExposedOperation } from './exposed-operation.ts';
import type { RecordResource } from './record-resource.ts';

/** True if a caller is in one of some groups, as they are now. */
export type IsMember = (caller: Caller, groups: readonly string[]) => boolean;

/** The groups that the transport handed over. */
export const isMemberAsTold: IsMember = (caller, groups) =>
  groups.some((group) => caller.groups.includes(group));

/** Why a caller may not use a resource at all. */
export function refuseResource(
  { name, groups }: RecordResource,
  caller: Caller,
  isMember: IsMember,
): ToolError | undefined {
  if (groups === undefined || isMember(caller, groups)) return undefined;
  return new ToolError({
    code: 'NOT_AUTHORIZED',
    message: `You may not use the resource ${name}: it is open to certain groups only. Ask whoever runs this server.`,
  });
}

/** Why an operation can never be called inside a record pipeline, whoever asks. */
function refuseInside({ resource, definition }: ExposedOperation): ToolError | undefined {
  if (definition.calls || definition.forwards) {
    return new ToolError({
      code: 'PIPELINE_RECURSION',
      message: `${definition.name} calls other tools itself and cannot be an operation of a pipeline.`,
    });
  }
  if (resource.callerToken !== true) return undefined;
  return new ToolError({
    code: 'RECORD_CALLER_TOKEN_REQUIRED',
    message: `${resource.name} needs a token that is minted for you, and a pipeline has none. Call ${definition.name} by itself.`,
  });
}

/** Why this caller may not use an operation in a record pipeline. `undefined` if it may. */
export function refuseOperation(
  operation: ExposedOperation,
  { caller, tools, rights }: Pick<CallContext, 'caller' | 'rights' | 'tools'>,
  isMember: IsMember,
): ToolError | undefined {
  const { resource, definition } = operation;
  return (
    refuseResource(resource, caller, isMember) ??
    refuseTool(definition, tools, rights) ??
    refuseWrite(definition, rights) ??
    refuseInside(operation)
  );
}
