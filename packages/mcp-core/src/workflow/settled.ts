import type { StepFailure } from '@guildline/pipeline-core';
import type { Review, Waiting } from './workflow-note.ts';

/** What became of the call of a step. */
export type Settled =
  | {
      readonly kind: 'done';
      readonly result: unknown;
      readonly notes?: readonly string[] | undefined;
    }
  | { readonly kind: 'failed'; readonly error: StepFailure }
  /** Nobody knows whether it was applied, or with which result: a person has to decide. */
  | { readonly kind: 'review'; readonly error: StepFailure; readonly review: Review }
  | { readonly kind: 'waiting'; readonly waiting: Waiting; readonly error: StepFailure };

/** A failure as `runSteps` takes it, of a step that was stopped before its call was made. */
export function notMade(message: string): StepFailure {
  return { code: 'CANCELLED', message, retriable: false, outcome: 'not_applied' };
}
