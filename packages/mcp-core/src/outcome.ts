import type { ToolError } from './errors/tool-error.ts';
import type { ToolDefinition } from './tool.ts';

/** What a person has to judge before a call may run. */
export interface ApprovalPreview {
  /** What would happen, for a person; Discord text in it is fenced. */
  readonly text: string;
  /** Binds an approval to this very call. */
  readonly digest: string;
}

/** A person's answer to an {@link ApprovalPreview}. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  readonly digest: string;
}

/** A finished call. */
export interface ResultOutcome {
  readonly kind: 'result';
  readonly tool: ToolDefinition;
  /** Conforms to the tool's output schema. */
  readonly structured: Readonly<Record<string, unknown>>;
  /** A composer that was aborted answers with its whole structure and this flag. */
  readonly isError?: boolean | undefined;
  /** Goes to the result's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Results of other tools inside `structured`, by identity, with the tool each came from. */
  readonly parts?: ReadonlyMap<object, ToolDefinition> | undefined;
}

/** How a dispatch ends. It never waits for a person and never throws. */
export type Outcome =
  | ResultOutcome
  | { readonly kind: 'error'; readonly error: ToolError }
  | { readonly kind: 'needs-approval'; readonly preview: ApprovalPreview };
