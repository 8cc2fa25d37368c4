import { ToolError } from '../errors/tool-error.ts';
import { argumentIssues, formatPath } from '../schema/argument-issues.ts';
import type { Middleware } from './middleware.ts';

/** Holds the arguments against the input schema; defaults are filled in on the way. */
export const validate: Middleware = (call, next) => {
  const schema = call.tool.input();
  const parsed = schema.safeParse(call.args);
  if (parsed.success) {
    return next({ ...call, args: parsed.data as Readonly<Record<string, unknown>> });
  }
  const issues = argumentIssues(schema, call.args, parsed.error);
  const lines = issues.map(({ path, message }) => `${formatPath(path) || 'arguments'}: ${message}`);
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `The arguments of ${call.tool.name} do not fit.\n${lines.join('\n')}`,
    details: { issues: issues.map(({ path, message }) => ({ path, message })) },
  });
};
