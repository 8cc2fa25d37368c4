import type { CallOutcome, Effect } from '@guildline/mcp-core';
import type { ClientLimits } from './client-limits.ts';
import type { Fault } from './fault.ts';

/** What decides whether a request may be sent again. */
export interface Repeatability {
  /** What a repetition of the request does. */
  readonly effect: Effect;
  /** Of a keyed request: milliseconds until Discord may have forgotten the key. */
  readonly keyLeftMs?: number | undefined;
}

/** True if sending the request again cannot double anything. */
export function mayRepeat({ effect, keyLeftMs }: Repeatability, outcome: CallOutcome): boolean {
  if (effect === 'read' || effect === 'idempotent' || outcome === 'not_applied') return true;
  return effect === 'keyed' && (keyLeftMs ?? 0) > 0;
}

/** What the policy knows of a failed attempt. */
export interface FailedAttempt {
  readonly fault: Fault;
  /** From 1. */
  readonly attempt: number;
  /** The worst that any attempt so far may have done. */
  readonly outcome: CallOutcome;
  readonly repeatability: Repeatability;
  /** Milliseconds until the call's deadline. */
  readonly remainingMs: number;
  /** 0 to 1. */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt; `undefined` if there must be none. */
export function retryDelay(failed: FailedAttempt, limits: ClientLimits): number | undefined {
  const { fault, attempt, outcome, repeatability, remainingMs, random } = failed;
  if (!fault.passing || attempt > limits.retries) return undefined;
  const { backOffMs, maxBackOffMs } = limits;
  const ceiling = Math.min(maxBackOffMs, backOffMs * 2 ** (attempt - 1));
  const delay = Math.max(ceiling / 2 + (random * ceiling) / 2, fault.waitMs ?? 0);
  const keyLeftMs = (repeatability.keyLeftMs ?? 0) - delay;
  if (!mayRepeat({ ...repeatability, keyLeftMs }, outcome)) return undefined;
  return delay < remainingMs ? delay : undefined;
}

/** The worse of two outcomes: what is not known to have stayed away may have happened. */
export function worseOutcome(first: CallOutcome, second: CallOutcome): CallOutcome {
  if (first === 'applied' || second === 'applied') return 'applied';
  return first === 'unknown' ? first : second;
}
