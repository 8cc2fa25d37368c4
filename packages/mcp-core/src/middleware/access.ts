import { ToolError } from '../errors/tool-error.ts';
import type { Middleware } from './middleware.ts';

/** Refuses tools that this server was configured without. */
export const access: Middleware = (call, next) => {
  const { tool, context } = call;
  if (!context.tools.isEnabled(tool.name)) {
    throw new ToolError({
      code: 'TOOL_DISABLED',
      message: `${tool.name} is switched off on this server: its category "${tool.category}" is not enabled. Ask whoever runs the server, or use another tool.`,
    });
  }
  return next(call);
};
