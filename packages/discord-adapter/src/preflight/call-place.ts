import { type ToolDefinition, visitMarked } from '@guildline/mcp-core';
import { parseTarget } from '../rest/route.ts';

/** Where a planned call would happen. */
export interface CallPlace {
  readonly guildId?: string | undefined;
  readonly channelId?: string | undefined;
}

/**
 * Finds the guild and the channel among a call's arguments: by name, else by what the input schema
 * says an argument refers to, if the tool's main route goes there.
 */
export function findPlace(
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
): CallPlace | 'unknown' {
  const { route } = parseTarget(tool.routes?.[0] ?? '');
  const guildId =
    textIn(args, 'guild_id') ??
    (route.startsWith('/guilds/{') ? markedArgument(tool, args, 'guild') : undefined);
  const channelId =
    textIn(args, 'channel_id') ??
    (route.startsWith('/channels/{') ? markedArgument(tool, args, 'channel') : undefined);
  if (isTemplate(guildId) || isTemplate(channelId)) return 'unknown';
  return { guildId, channelId };
}

/** The value of the first argument that refers to an object of this kind. */
export function markedArgument(
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  kind: string,
): string | undefined {
  let found: string | undefined;
  visitMarked(tool.input(), args, (mark, value, path) => {
    if (mark.refersTo === kind && path.length === 1 && typeof value === 'string') found ??= value;
  });
  return found;
}

/** True if a text holds a template, whose value nobody knows before the run. */
function isTemplate(text: string | undefined): boolean {
  return text?.includes('{{') ?? false;
}

function textIn(args: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
