import { ToolError } from '../errors/tool-error.ts';
import type { Registry } from '../registry.ts';
import { searchToolName } from './surface.ts';

/** Characters of a name that are repeated. */
const longestName = 64;

/** The error of a call that names no tool: what was probably meant, or where the names are. */
export function unknownTool(name: string, tools: Registry): ToolError {
  const meant = tools.suggest(name);
  return new ToolError({
    code: 'UNKNOWN_TOOL',
    message: `No tool is named "${name.slice(0, longestName)}". ${meant ? `Did you mean "${meant}"?` : whereNamesAre(tools)}`,
  });
}

function whereNamesAre(tools: Registry): string {
  return tools.isEnabled(searchToolName)
    ? `${searchToolName} finds tools by what they do.`
    : 'tools/list has the names.';
}
