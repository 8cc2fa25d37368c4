import type { CallBounds, ToolDefinition } from '@guildline/mcp-core';
import type { ReadContext } from '../permissions/bot-view.ts';
import { AllowLists } from './allow-lists.ts';
import type { Homes } from './homes.ts';
import type { JudgeSource } from './judge-call.ts';

/**
 * The bounds of a workflow as lists that calls are judged by: its guild for all of them, and its
 * channel, with the threads in it, for those that change something. The guild of a channel that is
 * bound alone is looked up.
 *
 * @throws UnknownHome if Discord does not tell it
 */
export async function toBoundSource(
  { guild_id, channel_id }: CallBounds,
  tool: ToolDefinition,
  homes: Homes,
  context: ReadContext,
): Promise<JudgeSource> {
  const wanted = { kind: 'channel', id: channel_id ?? '' } as const;
  const guild = guild_id ?? (await homes.find(wanted, context)).guildId;
  const narrows = channel_id !== undefined && tool.effect !== 'read';
  const lists = {
    guilds: new Set(guild === undefined ? [] : [guild]),
    ...(narrows ? { channels: new Set([channel_id]) } : {}),
  };
  return { lists: new AllowLists(lists, homes, context), homes, context, isBound: true };
}
