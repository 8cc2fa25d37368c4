import type { DiscordClient } from '@guildline/discord-adapter';
import { type CheckTarget, ToolError } from '@guildline/mcp-core';

/** Holds a target against Discord: it names this bot, and a channel that is in its guild. */
export function createCheckTarget(client: DiscordClient): CheckTarget {
  return async ({ bot_id, guild_id, channel_id }, { signal, deadline, clock }) => {
    if (bot_id !== undefined && bot_id !== (await client.botId())) {
      return mismatch('target.bot_id is another bot than the one that this server runs as.');
    }
    if (guild_id === undefined || channel_id === undefined) return undefined;
    const channel = await client.read<{ readonly guild_id?: string }>(`/channels/${channel_id}`, {
      signal,
      deadline,
      clock,
    });
    return channel.guild_id === guild_id
      ? undefined
      : mismatch('target.channel_id is not a channel of target.guild_id.');
  };
}

function mismatch(problem: string): ToolError {
  return new ToolError({
    code: 'WORKFLOW_TARGET_MISMATCH',
    message: `${problem} Nothing was started; correct the target.`,
  });
}
