import type { ToolError } from './errors/tool-error.ts';
import type { ToolDefinition } from './tool.ts';

/** A question to the person behind a call. */
export interface ApprovalRequest {
  /** What would happen, for a person to judge; names in it are fenced and shortened. */
  readonly preview: string;
  /** Comes back with the answer, and proves what the person was shown. */
  readonly ticket: string;
}

/** A person's answer to an {@link ApprovalRequest}. Only an explicit yes approves. */
export type ApprovalAnswer =
  | { readonly approved: true; readonly ticket: string }
  | {
      readonly approved: false;
      readonly why: 'declined' | 'cancelled' | 'unticked' | 'timed-out' | 'failed';
    };

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
  /** Sentences for the model beside the result, each a text block of its own. */
  readonly notes?: readonly string[] | undefined;
  /** True if secrets were taken out of the result already, where it was made. */
  readonly isClean?: boolean;
  /** Of a tool that stores: what `run` gave. Goes no further out than to the place `state`. */
  readonly full?: unknown;
}

/** How a dispatch ends. It never waits for a person and never throws. */
export type Outcome =
  | ResultOutcome
  | { readonly kind: 'error'; readonly error: ToolError }
  | { readonly kind: 'needs-approval'; readonly request: ApprovalRequest };
