import type { Call } from '../middleware/middleware.ts';
import type { PlannedCall, ToolDefinition } from '../tool.ts';
import { type ApprovalPolicy, reasonForApproval } from './policy.ts';

/** A call that needs an approval. */
export interface Demand extends PlannedCall {
  readonly definition: ToolDefinition;
  /** Its position in the batch; `undefined` for a call by itself. */
  readonly step: number | undefined;
  readonly reason: string;
}

/** What of a call needs an approval: the call itself, or the steps that it would make. */
export function findDemands(call: Call, policy: ApprovalPolicy): readonly Demand[] {
  const { tool, args, context } = call;
  if (!tool.calls) return toDemands(tool, { tool: tool.name, args }, undefined, policy);
  const planned = tool.calls(args);
  const own = planned.flatMap((step, index) => {
    const definition = context.tools.find(step.tool);
    return definition ? toDemands(definition, step, index, policy) : [];
  });
  const shared = findSharedDemands(call, planned, policy);
  const missing = shared.filter(({ step }) => !own.some((demand) => demand.step === step));
  return [...own, ...missing].sort((one, other) => (one.step ?? 0) - (other.step ?? 0));
}

function toDemands(
  definition: ToolDefinition,
  call: PlannedCall,
  step: number | undefined,
  policy: ApprovalPolicy,
): Demand[] {
  const reason = reasonForApproval(definition, call, policy);
  return reason === undefined ? [] : [{ ...call, definition, step, reason }];
}

/** Steps that touch few members each may touch many together. */
function findSharedDemands(
  { context }: Call,
  planned: readonly PlannedCall[],
  policy: ApprovalPolicy,
): readonly Demand[] {
  const touching = planned.flatMap((call, step) => {
    const definition = context.tools.find(call.tool);
    const members = definition?.reach?.(call.args).members ?? 0;
    if (!definition || members === 0 || policy.modeOf(definition.category) === 'never') return [];
    return [{ ...call, definition, step, members }];
  });
  const total = touching.reduce((sum, { members }) => sum + members, 0);
  if (total <= policy.maximumMembers) return [];
  const reason = `The steps touch ${total} members together.`;
  return touching.map(({ members, ...demand }) => ({ ...demand, reason }));
}
