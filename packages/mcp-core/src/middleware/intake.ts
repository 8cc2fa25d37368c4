import { ToolError } from '../errors/tool-error.ts';
import { parseJsonStrings } from '../schema/json-strings.ts';
import type { Call, Middleware } from './middleware.ts';

/**
 * Takes the arguments in: JSON text where an array or object belongs is parsed, and controls
 * (`__name`) are refused where the tool accepts none.
 */
export const intake: Middleware = (call, next) => {
  const control = Object.keys(call.args).find((key) => key.startsWith('__'));
  if (control !== undefined) {
    throw new ToolError({
      code: 'VALIDATION_ERROR',
      message: `${call.tool.name} accepts no control named "${control}". Leave it out.`,
      details: { issues: [{ path: [control], message: 'Unknown control.' }] },
    });
  }
  if (call.stringsParsed) return next(call);
  const args = parseJsonStrings(call.tool.input(), call.args) as Call['args'];
  return next({ ...call, args });
};
