import { shorten } from '../../name-list.ts';
import { RecordError } from '../record-error.ts';
import type { RecordFailure } from '../transform.ts';

/**
 * What was thrown, as a failure: a {@link RecordError} says itself what is wrong, everything else is a
 * defect of whoever threw it.
 */
export function toRecordFailure(what: string, error: unknown): RecordFailure {
  if (error instanceof RecordError) return { code: error.code, message: error.message };
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return {
    code: 'INTERNAL_ERROR',
    message: `${what} (${shorten(cause, 200)}). This is a defect of the server.`,
  };
}
