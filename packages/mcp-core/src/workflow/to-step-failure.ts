import type { StepFailure } from '@guildline/pipeline-core';
import { toUnaskedError } from '../errors/unasked-error.ts';
import type { Outcome } from '../outcome.ts';

/** A call that gave no result, as the failure of a step. */
export function toStepFailure(outcome: Exclude<Outcome, { kind: 'result' }>): StepFailure {
  const error = outcome.kind === 'error' ? outcome.error : toUnaskedError(outcome.request);
  return error.toJSON();
}
