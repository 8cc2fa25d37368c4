import type { StepFailure } from '../call-tool.ts';
import { formatPath } from '../format-path.ts';
import { shorten } from '../name-list.ts';
import { PipelineError } from '../pipeline-error.ts';

/** A failure of a step's templates: the call was not made. */
export function toTemplateFailure(error: unknown): StepFailure {
  if (!(error instanceof PipelineError)) {
    return toDefect('The step could not be prepared', error, 'not_applied');
  }
  const { code, message, expression, path } = error;
  return {
    code,
    message: path === undefined ? `if: ${message}` : `${formatPath(path)}: ${message}`,
    retriable: false,
    outcome: 'not_applied',
    details: { expression, ...(path === undefined ? {} : { path }) },
  };
}

/** A failure of a call that broke its contract by throwing: nobody knows what became of it. */
export function toCallDefect(error: unknown): StepFailure {
  return toDefect('The call ended without an answer', error, 'unknown');
}

function toDefect(problem: string, error: unknown, outcome: StepFailure['outcome']): StepFailure {
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  const advice =
    outcome === 'unknown'
      ? 'It may have had its effect; look before you repeat it.'
      : 'Nothing was sent.';
  return {
    code: 'INTERNAL_ERROR',
    message: `${problem} (${shorten(cause, 200)}). This is a defect of the server. ${advice}`,
    retriable: false,
    outcome,
  };
}
