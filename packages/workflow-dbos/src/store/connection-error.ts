import { setTimeout as sleep } from 'node:timers/promises';

/** Connection lost, out of resources, server going down or coming up, a victim of a deadlock. */
const passingStates = /^(?:08...|53...|57P..|25P03|40001|40P01)$/;
const passingErrors = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);
const passingMessages =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|query read timeout|connection error and is not queryable/i;

/** True if the database could not be reached, or could not answer now: trying again may help. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isConnectionError)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return passingErrors.has(code) || passingStates.test(code) || passingMessages.test(error.message);
}

/** When to stop trying. */
export interface Patience {
  /** Aborted when nobody needs the answer any more. */
  readonly signal?: AbortSignal;
  /** Milliseconds; without end when absent. */
  readonly limit?: number;
}

/**
 * Tries again while the database cannot be reached. The statement must bear being made twice: the
 * answer may be all that was lost.
 */
export async function persist<Result>(
  statement: () => Promise<Result>,
  { signal, limit = Number.POSITIVE_INFINITY }: Patience,
): Promise<Result> {
  let pause = 200;
  let waited = 0;
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isConnectionError(error) || signal?.aborted || waited >= limit) throw error;
      await sleep(pause, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      waited += pause;
      pause = Math.min(pause * 2, 5_000);
    }
  }
}
