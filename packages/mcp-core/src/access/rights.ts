import type { Caller } from '../context.ts';
import type { ToolDefinition } from '../tool.ts';

/** What one caller may do, whatever the arguments are. */
export interface Rights {
  mayUse(tool: ToolDefinition): boolean;
  /** True if every effect but `read` is refused. */
  readonly readOnly: boolean;
}

/** Looks up a caller's rights; asked anew for each call, so that a reload counts at once. */
export type RightsOf = (caller: Caller) => Rights;

/** A server without a policy trusts whoever can start it. */
export const everything: Rights = { mayUse: () => true, readOnly: false };
