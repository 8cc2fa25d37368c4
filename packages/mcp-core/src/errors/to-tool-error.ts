import { type CallOutcome, ToolError } from './tool-error.ts';

/** Anything thrown as a tool error. What is not one is a defect and tells no more than its message. */
export function toToolError(thrown: unknown, outcome: CallOutcome = 'not_applied'): ToolError {
  if (thrown instanceof ToolError) return thrown;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new ToolError({
    code: 'INTERNAL_ERROR',
    message: `A defect of the server: ${reason}. Please report it; the same call will fail again.`,
    outcome,
    cause: thrown,
  });
}
