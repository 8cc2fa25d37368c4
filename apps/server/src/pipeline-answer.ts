import { type Outcome, redactValue, toErrorJson } from '@guildline/mcp-core';

/** A pipeline's outcome as the command line prints it. */
export function toRunJson(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'result':
      return redactValue(outcome.structured);
    case 'error':
      return { error: toErrorJson(outcome.error) };
    case 'needs-approval':
      return { needs_approval: outcome.request.preview };
  }
}

/** True if a pipeline was refused before anything ran. */
export function isInvalid(outcome: Outcome): boolean {
  if (outcome.kind === 'error') return outcome.error.code === 'VALIDATION_ERROR';
  if (outcome.kind !== 'result') return false;
  const errors = outcome.meta?.['guildline/errors'] as
    | Readonly<Record<string, { readonly code: string }>>
    | undefined;
  const codes = Object.values(errors ?? {}).map((error) => error.code);
  return codes.some((code) => code === 'PIPELINE_INVALID' || code === 'PIPELINE_RECURSION');
}

/** True if a pipeline was refused because nobody has approved it. */
export function isUnapproved(outcome: Outcome): boolean {
  if (outcome.kind === 'needs-approval') return true;
  if (outcome.kind !== 'error') return false;
  return ['CONFIRMATION_REQUIRED', 'CONFIRMATION_INVALID'].includes(outcome.error.code);
}
