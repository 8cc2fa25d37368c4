import type { ToolDefinition } from '@guildline/mcp-core';
import type { Configuration } from './configuration.ts';

/**
 * Which tools this server has at all. `tools` adds to `categories`; without both, every tool is on;
 * `meta` is on whatever they say; `exclude_tools` switches off what it names, `meta` too.
 */
export function createToolSelection(
  configuration: Pick<Configuration, 'categories' | 'tools' | 'excludeTools'>,
): (tool: Pick<ToolDefinition, 'name' | 'category'>) => boolean {
  const excluded = new Set(configuration.excludeTools);
  return (tool) => !excluded.has(tool.name) && isNamed(tool, configuration);
}

/** True if categories or tools name the tool, or neither is set. */
export function isNamed(
  { name, category }: Pick<ToolDefinition, 'name' | 'category'>,
  { categories, tools }: Pick<Configuration, 'categories' | 'tools'>,
): boolean {
  if (category === 'meta' || (!categories && !tools)) return true;
  return (categories?.includes(category) || tools?.includes(name)) ?? false;
}
