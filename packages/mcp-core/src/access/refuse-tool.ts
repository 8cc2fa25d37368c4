import { ToolError } from '../errors/tool-error.ts';
import type { Registry } from '../registry.ts';
import type { ToolDefinition } from '../tool.ts';
import type { Rights } from './rights.ts';

/** Why a caller cannot use a tool on this server at all. `undefined` if it can. */
export function refuseTool(
  tool: ToolDefinition,
  tools: Registry,
  rights: Rights,
): ToolError | undefined {
  if (!tools.isEnabled(tool.name)) {
    return new ToolError({
      code: 'TOOL_DISABLED',
      message: `${tool.name} is switched off on this server. Ask whoever runs it, or use another tool.`,
    });
  }
  if (!rights.mayUse(tool)) {
    return new ToolError({
      code: 'NOT_AUTHORIZED',
      message: `You may not use ${tool.name} (category "${tool.category}") on this server. Ask whoever runs it.`,
    });
  }
  return undefined;
}

/** Why a read-only caller cannot use a tool. A composer is judged by its steps. */
export function refuseWrite(tool: ToolDefinition, rights: Rights): ToolError | undefined {
  if (!rights.readOnly || tool.effect === 'read' || tool.calls) return undefined;
  return new ToolError({
    code: 'READ_ONLY',
    message: `${tool.name} would change something, and this server runs read-only. Nothing was done.`,
  });
}
