import type { CallContext } from '../context.ts';
import type { Call } from '../middleware/middleware.ts';
import { plannedStateId } from '../state/state-argument.ts';
import { isStateful } from '../state/state-fields.ts';
import { emptyState } from '../state/state-view.ts';
import type { PlannedCall, ToolDefinition } from '../tool.ts';
import { type ApprovalPolicy, reasonForApproval } from './policy.ts';

/** A call that needs an approval. */
export interface Demand extends PlannedCall {
  readonly definition: ToolDefinition;
  /** Its position in the batch; `undefined` for a call by itself. */
  readonly step: number | undefined;
  readonly reason: string;
  /** True if only the person's own answer counts. */
  readonly personOnly: boolean;
  /** What on the server the approval is about, beside the state that the tool requires. */
  readonly boundTo?: string | undefined;
  /** The call's context, with the state that this call would see. */
  readonly context: CallContext;
}

/** A call that may need an approval. */
type Candidate = Omit<Demand, 'reason' | 'personOnly' | 'boundTo'>;

/** What of a call needs an approval: the call itself, and the steps that it would make. */
export async function findDemands(call: Call, policy: ApprovalPolicy): Promise<readonly Demand[]> {
  const { tool, args, context } = call;
  const itself = { tool: tool.name, args, definition: tool, step: undefined, context };
  const steps = (tool.calls?.(args) ?? []).flatMap((planned, step): Candidate[] => {
    const definition = context.tools.find(planned.tool);
    if (!definition) return [];
    return [{ ...planned, definition, step, context: withStateOf(planned, definition, context) }];
  });
  const found = await Promise.all(
    [itself, ...steps].map((candidate) => toDemands(candidate, policy)),
  );
  const own = found.flat();
  const shared = findSharedDemands(steps, policy);
  const missing = shared.filter(({ step }) => !own.some((demand) => demand.step === step));
  return [...own, ...missing].sort((one, other) => (one.step ?? -1) - (other.step ?? -1));
}

/** A step's state is its own; one that a template names is not known yet. */
function withStateOf(
  { args }: PlannedCall,
  definition: ToolDefinition,
  context: CallContext,
): CallContext {
  if (!isStateful(definition)) return context;
  const stateId = plannedStateId(args);
  const state = stateId === undefined ? emptyState : context.state.of(stateId);
  return { ...context, state };
}

async function toDemands(candidate: Candidate, policy: ApprovalPolicy): Promise<Demand[]> {
  const { definition, args, context } = candidate;
  const isComposer = definition.calls !== undefined;
  // A composer is judged by its steps.
  const general = isComposer ? undefined : reasonForApproval(definition, candidate, policy);
  const wanted = definition.destructive ? undefined : await definition.approvalFor?.(args, context);
  // A question to a person is not answered by nobody.
  const own =
    policy.modeOf(definition.category) === 'never' && !wanted?.personOnly ? undefined : wanted;
  const reasons = [general, own?.reason].filter((reason) => reason !== undefined);
  if (reasons.length === 0) return [];
  return [
    {
      ...candidate,
      reason: reasons.join(' '),
      personOnly: own?.personOnly === true,
      boundTo: own?.boundTo,
    },
  ];
}

/** Steps that touch few members each may touch many together. */
function findSharedDemands(
  candidates: readonly Candidate[],
  policy: ApprovalPolicy,
): readonly Demand[] {
  const touching = candidates.flatMap((candidate) => {
    const { definition, args } = candidate;
    const members = definition.reach?.(args).members ?? 0;
    if (members === 0 || policy.modeOf(definition.category) === 'never') return [];
    return [{ candidate, members }];
  });
  const total = touching.reduce((sum, { members }) => sum + members, 0);
  if (total <= policy.maximumMembers) return [];
  const reason = `The steps touch ${total} members together.`;
  return touching.map(({ candidate }) => ({ ...candidate, reason, personOnly: false }));
}
