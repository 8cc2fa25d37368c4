import type { ToolDefinition } from '../tool.ts';

/**
 * Milliseconds that a request may still be under way after it was given up: what was sent before the
 * deadline can be carried out a little after it.
 */
export const arrivalMargin = 2000;

/** How often one execution makes a call again whose outcome was lost. */
export const maximumRepeats = 2;

/** A call that may have been made, and nobody knows whether it was applied. */
export interface OpenCall {
  /** When the step was claimed for the first time, in milliseconds since the epoch. */
  readonly firstAt: number;
  readonly now: number;
  /** How often this execution has lost the call's outcome. */
  readonly losses: number;
  /** True if the call was repeated and refused, which says nothing of the one before. */
  readonly isRefused: boolean;
}

/**
 * What to do about an open call: make it `again` (if `until` is given, only before then, because the
 * platform forgets the key), `look-up` whether it was applied, leave it to a `review` by a person, or
 * `give-up`, because it may be repeated at any time and the platform does not answer.
 */
export type Judgement =
  | { readonly next: 'again'; readonly until?: number }
  | { readonly next: 'look-up' | 'review' | 'give-up' };

/** Decides by a tool's effect what becomes of an open call. */
export function judgeInFlight(
  tool: Pick<ToolDefinition, 'effect' | 'key_lifetime' | 'lookup'>,
  { firstAt, now, losses, isRefused }: OpenCall,
): Judgement {
  const mayRepeat = losses <= maximumRepeats && !isRefused;
  if (tool.effect === 'read' || tool.effect === 'idempotent') {
    return { next: mayRepeat ? 'again' : 'give-up' };
  }
  if (tool.effect === 'keyed' && mayRepeat) {
    const until = firstAt + (tool.key_lifetime ?? 0) - arrivalMargin;
    if (now < until) return { next: 'again', until };
  }
  return { next: tool.lookup ? 'look-up' : 'review' };
}
