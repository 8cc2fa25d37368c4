import type { ToolDefinition } from '@guildline/mcp-core';
import type { ConnectDiscord } from '../discord-tool.ts';
import { memberTools } from './members/index.ts';
import { roleTools } from './roles/index.ts';

/** Every Discord tool, bound to a client that is loaded on first use. */
export function discordTools(connect: ConnectDiscord): ToolDefinition[] {
  return [...memberTools, ...roleTools].map((bind) => bind(connect));
}
