import type { TransformOutcome } from '@guildline/pipeline-core';

/** A failure of one record. */
export function toFailure(message: string, code = 'RECORD_TRANSFORM_FAILED'): TransformOutcome {
  return { failure: { code, message } };
}
