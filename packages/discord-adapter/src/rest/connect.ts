import type { CallContext, ToolDefinition } from '@guildline/mcp-core';
import type { ConnectDiscord } from '../discord-tool.ts';
import { CallDiscord } from './call-discord.ts';
import type { Sender } from './sender.ts';

/** Binds a sender to the calls of tools. */
export function createConnect(sender: Sender): ConnectDiscord {
  return async (tool: ToolDefinition, args: unknown, context: CallContext) =>
    new CallDiscord({ sender, tool, args, context });
}
