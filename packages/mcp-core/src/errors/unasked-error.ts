import type { ApprovalRequest } from '../outcome.ts';
import { ToolError } from './tool-error.ts';

/** The error of a call that needs an approval, where nobody is there to put the question. */
export function toUnaskedError({ preview }: ApprovalRequest): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `A person has to approve this first.\n${preview}`,
  });
}
