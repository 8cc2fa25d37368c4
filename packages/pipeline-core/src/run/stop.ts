import type { Cancellation, Clock, StepFailure } from '../call-tool.ts';

/** What can stop a run between two steps. */
export interface StopPorts {
  readonly clock: Clock;
  readonly signal?: Cancellation | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly deadline?: number | undefined;
}

/** Codes after which no step runs, whatever `continue_on_error` says. */
const stopCodes: ReadonlySet<string> = new Set(['CANCELLED', 'PIPELINE_TIMEOUT']);

/** The failure of the next step if the run was cancelled or its deadline has passed. */
export function findStop({ clock, signal, deadline }: StopPorts): StepFailure | undefined {
  if (signal?.aborted) {
    return {
      code: 'CANCELLED',
      message:
        'The caller cancelled before this step began. The steps before it have run and are not undone.',
      retriable: false,
      outcome: 'not_applied',
    };
  }
  if (deadline === undefined || clock.now() < deadline) return undefined;
  return {
    code: 'PIPELINE_TIMEOUT',
    message:
      'The deadline came before this step began. The steps before it have run; send only this one and those after it.',
    retriable: false,
    outcome: 'not_applied',
  };
}

/** True for a failure that ends a run even at a step with `continue_on_error`. */
export function isStop({ code }: StepFailure): boolean {
  return stopCodes.has(code);
}
