import {
  type ConnectDiscord,
  createPreflight,
  type DiscordClient,
  discordTools,
} from '@guildline/discord-adapter';
import { metaTools, type ToolDefinition } from '@guildline/mcp-core';
import type { KnownNames } from './configuration/check-references.ts';

/** Every tool that a server can have, bound to a client. */
export function createToolSet(client: DiscordClient): ToolDefinition[] {
  const discord = discordTools(client.connect);
  return [...discord, ...metaTools({ preflight: createPreflight(client, discord) })];
}

/** The names that a configuration can choose from. */
export function knownNames(): KnownNames {
  const connect: ConnectDiscord = () =>
    Promise.reject(new Error('Names are listed without a connection.'));
  const tools = [...discordTools(connect), ...metaTools()];
  return {
    categories: [...new Set(tools.map(({ category }) => category))].sort(),
    tools: tools.map(({ name }) => name),
  };
}
