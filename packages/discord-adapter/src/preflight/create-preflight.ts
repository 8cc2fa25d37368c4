import {
  type CallContext,
  type PlannedCall,
  type Preflight,
  type ToolDefinition,
  ToolError,
} from '@guildline/mcp-core';
import type { BotView, SeenChannel } from '../permissions/bot-view.ts';
import { missingPermissions } from '../permissions/missing-permissions.ts';
import { requiredPermissions } from '../permissions/required-permissions.ts';
import type { DiscordClient } from '../rest/create-discord-client.ts';
import { findPlace } from './call-place.ts';
import { forecastCalls } from './forecast.ts';

/** How long what was seen is used again: one check asks for many calls to the same guild. */
const viewAgeMs = 10_000;

/** Says beforehand what Discord calls would lack and cost. Sends nothing but reads. */
export function createPreflight(client: DiscordClient, tools: Iterable<ToolDefinition>): Preflight {
  const byName = new Map([...tools].map((tool) => [tool.name, tool]));
  const view = client.view(viewAgeMs);
  const find = (name: string) => byName.get(name);
  return {
    missingPermissions: async (call, context) => {
      const tool = find(call.tool);
      return tool && missingFor(tool, call, view, context);
    },
    forecast: (calls) => forecastCalls({ find, knownLimit: client.knownLimit }, calls),
  };
}

async function missingFor(
  tool: ToolDefinition,
  { args }: PlannedCall,
  view: BotView,
  context: CallContext,
): Promise<readonly string[] | undefined> {
  const place = findPlace(tool, args);
  if (place === 'unknown') return undefined;
  const required = requiredPermissions(tool, args);
  const { guildId, channelId } = place;
  if (guildId === undefined && channelId === undefined) {
    return required.length === 0 ? [] : undefined;
  }
  try {
    const channel = await seeChannel(view, place, context);
    if (channel === 'hidden') return ['VIEW_CHANNEL'];
    const where = channel?.guild_id ?? guildId;
    // A direct message has no permissions.
    if (where === undefined) return [];
    const seen = await view.place(where, channel, context);
    return missingPermissions(required, seen, seen.bot);
  } catch (error) {
    if (error instanceof ToolError && error.code !== 'CANCELLED') return undefined;
    throw error;
  }
}

async function seeChannel(
  view: BotView,
  { guildId, channelId }: { guildId?: string | undefined; channelId?: string | undefined },
  context: CallContext,
): Promise<SeenChannel | 'hidden' | undefined> {
  if (channelId === undefined) return undefined;
  try {
    return await view.channel(channelId, context);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'DISCORD_PERMISSION_DENIED') throw error;
    const listed =
      guildId === undefined ? undefined : await view.listedChannel(guildId, channelId, context);
    return listed ?? 'hidden';
  }
}
