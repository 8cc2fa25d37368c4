import type { ToolDefinition } from '../tool.ts';

/** How much `tools/list` shows. Whatever it shows, every enabled tool can be called and be a step. */
export const surfaces = ['progressive', 'full'] as const;

/**
 * `progressive` shows the composers, and search and dispatchers, through which everything else is
 * reached; `full` shows every enabled tool but those helpers, which nobody needs there.
 */
export type Surface = (typeof surfaces)[number];

/** Name of the tool that finds the others. */
export const searchToolName = 'tools_search';

const progressiveNames: ReadonlySet<string> = new Set([
  'mcp_pipeline',
  'pipeline_discover',
  'pipeline_execute',
  'workflow_start',
  'workflow_status',
  '_status',
]);

/** True if a surface shows the tool, provided that it is enabled. */
export function isListed(
  tool: Pick<ToolDefinition, 'name' | 'forwards'>,
  surface: Surface,
): boolean {
  const helps = isHelper(tool);
  return surface === 'full' ? !helps : helps || progressiveNames.has(tool.name);
}

/** True for search and the dispatchers: tools that only lead to other tools. */
export function isHelper({ name, forwards }: Pick<ToolDefinition, 'name' | 'forwards'>): boolean {
  return forwards !== undefined || name === searchToolName;
}
