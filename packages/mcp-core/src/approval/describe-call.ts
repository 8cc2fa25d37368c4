import type { CallContext } from '../context.ts';
import type { PlannedCall } from '../tool.ts';

/** A call as a person can judge it. */
export interface CallDescription {
  /** One fact a line: `channel: ⟦general⟧ (2222…)`. Names are fenced and shortened. */
  readonly lines: readonly string[];
  /** The guilds that the ids in the arguments belong to. */
  readonly guilds: readonly string[];
}

/** Resolves the names behind a call's ids. A platform's part of an approval; sends only reads. */
export type DescribeCall = (call: PlannedCall, context: CallContext) => Promise<CallDescription>;
