import { refuseWrite } from '../access/refuse-tool.ts';
import type { Middleware } from './middleware.ts';

/** Refuses every effect but `read` where the caller is read-only. Belongs to the place `scope`. */
export const readOnly: Middleware = (call, next) => {
  const refusal = refuseWrite(call.tool, call.context.rights);
  if (refusal) throw refusal;
  return next(call);
};
