import type { PlannedCall, ToolDefinition } from '../tool.ts';

/**
 * When a category's calls are approved: `always` each by itself, so that none of them can be a step;
 * `once-per-batch` together with the other steps of its pipeline; `never` not at all.
 */
export type ApprovalMode = 'always' | 'once-per-batch' | 'never';

/** What needs a person's approval, and what happens where nobody can be asked. */
export interface ApprovalPolicy {
  modeOf(category: string): ApprovalMode;
  /** For a client that cannot ask: a token that is passed back, or a refusal. */
  readonly withoutElicitation: 'token' | 'refuse';
  /** A write that touches more members than this needs an approval. */
  readonly maximumMembers: number;
  /** True if mentioning everyone, or a role, needs an approval. */
  readonly massMentions: boolean;
}

/** Destructive calls, mass mentions and writes to more than ten members, once per batch. */
export const defaultApprovalPolicy: ApprovalPolicy = {
  modeOf: () => 'once-per-batch',
  withoutElicitation: 'token',
  maximumMembers: 10,
  massMentions: true,
};

/** Why the policy wants a call approved. `undefined` if it does not; the tool may have reasons of its own. */
export function reasonForApproval(
  tool: ToolDefinition,
  { args }: PlannedCall,
  policy: ApprovalPolicy,
): string | undefined {
  if (tool.effect === 'read' || policy.modeOf(tool.category) === 'never') return undefined;
  if (tool.destructive) return 'It is destructive.';
  if (policy.modeOf(tool.category) === 'always')
    return `Every change of ${tool.category} is approved.`;
  const reach = tool.reach?.(args);
  if (reach?.massMention && policy.massMentions) return `It can notify ${reach.massMention}.`;
  if (reach?.members !== undefined && reach.members > policy.maximumMembers) {
    return `It touches ${reach.members} members.`;
  }
  return undefined;
}
