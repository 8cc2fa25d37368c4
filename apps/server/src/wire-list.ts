import { type Registry, toWireList, toWireTool, type WireTool } from '@guildline/mcp-core';

declare const GENERATED_WIRE_LIST: string | undefined;

/**
 * The published tool list: the one that the build generated, less what is disabled. Run from
 * source, it is converted from the schemas, which costs a second.
 */
export function wireList(tools: Registry): readonly WireTool[] {
  if (typeof GENERATED_WIRE_LIST === 'undefined') return toWireList(tools);
  const generated = JSON.parse(GENERATED_WIRE_LIST) as readonly WireTool[];
  const known = new Set(generated.map(({ name }) => name));
  const connected = tools.enabled().filter(({ name }) => !known.has(name));
  const all = [
    ...generated.filter((tool) => tools.isEnabled(tool.name)),
    ...connected.map(toWireTool),
  ];
  return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}
