import type { CallOutcome } from '../errors/tool-error.ts';

/** How the calls of one composer ended. */
export interface CallTally {
  /** All its calls, reads too. */
  calls: number;
  /** Those that are no reads, by outcome. */
  readonly writes: Record<CallOutcome, number>;
}

/** The composers that are running, by call id, with what became of their calls so far. */
export class CallTallies {
  readonly #running = new Map<string, CallTally>();

  /** Counts for a composer until it is closed. */
  open(callId: string): CallTally {
    const tally: CallTally = { calls: 0, writes: { applied: 0, not_applied: 0, unknown: 0 } };
    this.#running.set(callId, tally);
    return tally;
  }

  /** Ends the count of a composer. */
  close(callId: string, tally: CallTally): void {
    if (this.#running.get(callId) === tally) this.#running.delete(callId);
  }

  /** Counts a call for the composer that made it; `outcome` is left out for a read. */
  count(parentId: string | undefined, outcome?: CallOutcome): void {
    const tally = parentId === undefined ? undefined : this.#running.get(parentId);
    if (!tally) return;
    tally.calls += 1;
    if (outcome !== undefined) tally.writes[outcome] += 1;
  }
}

/**
 * What a composer did: the worst of what its calls did, and of its own error. One that made no calls
 * did what it did by itself.
 */
export function outcomeOfComposer(own: CallOutcome, { calls, writes }: CallTally): CallOutcome {
  if (own === 'unknown' || writes.unknown > 0) return 'unknown';
  if (writes.applied > 0) return 'applied';
  return calls > 0 ? 'not_applied' : own;
}
