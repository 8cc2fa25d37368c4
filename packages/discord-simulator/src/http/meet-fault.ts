import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { type Reply, replyFault } from './respond.ts';

/**
 * Lets a fault happen around the effect of a request. Undefined means that the connection ends
 * without an answer; so does a held-back request when `resets` aborts.
 */
export async function meetFault(
  fault: Fault,
  answer: () => Reply,
  resets: AbortSignal,
): Promise<Reply | undefined> {
  if (!(await hold(fault, 'before', resets)) || fault.drop === 'before') return undefined;
  const prescribed = replyFault(fault);
  const reply = prescribed && !fault.apply ? prescribed : answer();
  if (!(await hold(fault, 'after', resets)) || fault.drop === 'after') return undefined;
  return prescribed ? { ...prescribed, injected: true } : reply;
}

/** Waits as the fault says; false when the world was reset meanwhile. */
async function hold(
  fault: Fault,
  moment: 'before' | 'after',
  resets: AbortSignal,
): Promise<boolean> {
  if (!fault.delay_ms || (fault.delay ?? 'before') !== moment) return !resets.aborted;
  await wait(fault.delay_ms, undefined, { signal: resets }).catch(() => undefined);
  return !resets.aborted;
}
