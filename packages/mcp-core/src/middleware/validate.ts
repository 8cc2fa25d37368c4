import type * as z from 'zod';
import { ToolError } from '../errors/tool-error.ts';
import { argumentIssues, formatPath } from '../schema/argument-issues.ts';
import type { ToolDefinition } from '../tool.ts';
import type { Middleware } from './middleware.ts';
import { toOutcome } from './run.ts';

/**
 * Holds the arguments against the input schema, where defaults are filled in, and against the tool's
 * own check.
 */
export const validate: Middleware = async (call, next) => {
  const parsed = call.tool.input().safeParse(call.args);
  if (parsed.success) {
    const { tool, context } = call;
    const valid = parsed.data as Readonly<Record<string, unknown>>;
    const args = (tool.prepare?.(valid, context) ?? valid) as typeof valid;
    const refusal = await tool.check?.(args, context);
    if (refusal) return toOutcome(tool, refusal, false);
    return next({ ...call, args });
  }
  throw refuseArguments(call.tool, call.args, parsed.error);
};

/** The error of arguments that do not fit a tool's input schema; `hint` is added to its message. */
export function refuseArguments(
  tool: ToolDefinition,
  args: unknown,
  error: z.core.$ZodError,
  hint = '',
): ToolError {
  const issues = argumentIssues(tool.input(), args, error);
  const lines = issues.map(({ path, message }) => `${formatPath(path) || 'arguments'}: ${message}`);
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: `The arguments of ${tool.name} do not fit.\n${lines.join('\n')}${hint}`,
    details: { issues: issues.map(({ path, message }) => ({ path, message })) },
  });
}
