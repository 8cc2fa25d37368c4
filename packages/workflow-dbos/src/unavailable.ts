import { type CallOutcome, ToolError } from '@guildline/mcp-core';

/** Runs cannot be had in this process: why, and what to do. */
export function unavailable(
  message: string,
  more: { details?: unknown; cause?: unknown; retriable?: boolean; outcome?: CallOutcome } = {},
): ToolError {
  return new ToolError({ code: 'WORKFLOW_UNAVAILABLE', message, ...more });
}

/** What an error says, in one line. */
export function lineOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return lineOf(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.trim() || 'no reason given';
}
