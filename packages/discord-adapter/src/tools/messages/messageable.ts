import { ToolError } from '@guildline/mcp-core';
import { type APIChannel, ChannelType, Routes } from 'discord-api-types/v10';
import type { Discord } from '../../discord.ts';

/** What has to be known of a channel before something is sent to it. */
export interface MessageableChannel {
  /** `undefined` for a direct message. */
  readonly guildId: string | undefined;
  readonly lastMessageId: string | null | undefined;
}

const hints: Partial<Record<ChannelType, string>> = {
  [ChannelType.GuildCategory]: 'is a category: send to one of its channels',
  [ChannelType.GuildForum]: 'is a forum: use threads_create for a new post, or send to a post',
  [ChannelType.GuildMedia]: 'is a media channel: use threads_create for a new post',
};

/**
 * Asks Discord about a channel. Done before a send, so that nothing which fails afterwards can turn
 * a sent message into an error.
 *
 * @throws ToolError `DISCORD_INVALID_REQUEST` if the channel holds no messages of its own.
 */
export async function getMessageable(
  channelId: string,
  discord: Discord,
): Promise<MessageableChannel> {
  const channel = await discord.get<APIChannel>(Routes.channel(channelId));
  const hint = hints[channel.type];
  if (hint) {
    throw new ToolError({
      code: 'DISCORD_INVALID_REQUEST',
      message: `Channel ${channelId} ${hint}.`,
    });
  }
  const { guild_id, last_message_id } = channel as {
    readonly guild_id?: string;
    readonly last_message_id?: string | null;
  };
  return { guildId: guild_id, lastMessageId: last_message_id };
}
