import { refuseTool } from '../access/refuse-tool.ts';
import type { RightsOf } from '../access/rights.ts';
import type { Middleware } from './middleware.ts';

/** Refuses tools that this server was configured without, and those that this caller may not use. */
export function createAccess(rightsOf: RightsOf): Middleware {
  return (call, next) => {
    const { tool, context } = call;
    const rights = rightsOf(context.caller);
    const refusal = refuseTool(tool, context.tools, rights);
    if (refusal) throw refusal;
    return next({ ...call, context: { ...context, rights } });
  };
}
