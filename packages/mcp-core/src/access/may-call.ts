import type { CallContext } from '../context.ts';
import type { ToolDefinition } from '../tool.ts';
import { refuseTool, refuseWrite } from './refuse-tool.ts';

/** True if a caller may call a tool on this server, whatever the arguments are. */
export function mayCall(
  tool: ToolDefinition,
  { tools, rights }: Pick<CallContext, 'tools' | 'rights'>,
): boolean {
  return !refuseTool(tool, tools, rights) && !refuseWrite(tool, rights);
}
