import { ToolError } from '../errors/tool-error.ts';
import { argumentIssues, formatPath } from '../schema/argument-issues.ts';
import type { Middleware } from './middleware.ts';
import { toOutcome } from './run.ts';

/**
 * Holds the arguments against the input schema, where defaults are filled in, and against the tool's
 * own check.
 */
export const validate: Middleware = (call, next) => {
  const schema = call.tool.input();
  const parsed = schema.safeParse(call.args);
  if (parsed.success) {
    const { tool, context } = call;
    const valid = parsed.data as Readonly<Record<string, unknown>>;
    const args = (tool.prepare?.(valid, context) ?? valid) as typeof valid;
    const refusal = tool.check?.(args, context);
    if (refusal) return Promise.resolve(toOutcome(tool, refusal, false));
    return next({ ...call, args });
  }
  const issues = argumentIssues(schema, call.args, parsed.error);
  const lines = issues.map(({ path, message }) => `${formatPath(path) || 'arguments'}: ${message}`);
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `The arguments of ${call.tool.name} do not fit.\n${lines.join('\n')}`,
    details: { issues: issues.map(({ path, message }) => ({ path, message })) },
  });
};
