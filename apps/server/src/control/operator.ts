import type { ApprovalAnswer, ApprovalRequest, ToolErrorShape } from '@guildline/mcp-core';

/** A call of a workflow tool by the person who runs the server. Plain JSON. */
export interface OperatorRequest {
  readonly tool: string;
  /** Without `target`, the target of the workflow that `id` names is filled in. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer?: ApprovalAnswer | undefined;
}

/** How such a call ends. Plain JSON. */
export type OperatorOutcome =
  | {
      readonly kind: 'result';
      readonly structured: Readonly<Record<string, unknown>>;
      /** The tool's own, and the {@link RunPlan} of the workflow as `guildline/plan`. */
      readonly meta: Readonly<Record<string, unknown>>;
      readonly notes: readonly string[];
    }
  | { readonly kind: 'error'; readonly error: ToolErrorShape }
  | { readonly kind: 'needs-approval'; readonly request: ApprovalRequest };

/** What a workflow was started as. */
export interface RunPlan {
  /** ISO 8601. */
  readonly created_at: string;
  readonly steps: readonly { readonly id: string; readonly tool: string }[];
}

/** Makes the operator's calls, wherever the workflows are served. */
export type Desk = (request: OperatorRequest) => Promise<OperatorOutcome>;
