import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { emoji, toEmojiParameter } from '../../schema/emoji.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

const always = ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY'];

export const reactionsRemove = defineDiscordTool({
  name: 'reactions_remove',
  category: 'reactions',
  title: 'Remove reactions',
  description:
    "Removes reactions from a message: with emoji alone the bot's own, with user_id that person's, with all: true everyone's of that emoji, or without an emoji every reaction. Others' take MANAGE_MESSAGES and cannot be restored. already_absent is true if the message has no such emoji.",
  input: () =>
    z
      .strictObject({
        channel_id: snowflake('channel'),
        message_id: snowflake('message'),
        emoji: emoji().optional(),
        user_id: snowflake('user').optional(),
        all: z.boolean().default(false),
      })
      .refine(({ emoji, all }) => emoji !== undefined || all, {
        error: 'Give an emoji, or all: true to remove every reaction.',
      })
      .refine(({ user_id, all }) => user_id === undefined || !all, {
        error: "user_id names one person's reaction and all everyone's: give one of the two.",
      }),
  output: () =>
    z.object({ removed: z.boolean(), already_absent: z.boolean(), message_id: z.string() }),
  effect: 'idempotent',
  destructive: true,
  permissions: [...always, 'MANAGE_MESSAGES'],
  permissionsFor: ({ user_id, all }) => (user_id || all ? [...always, 'MANAGE_MESSAGES'] : always),
  routes: [
    'DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me',
    'DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}',
    'DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}',
    'DELETE /channels/{channel_id}/messages/{message_id}/reactions',
  ],
  run: async ({ channel_id, message_id, emoji, user_id, all }, discord) => {
    const name = emoji === undefined ? undefined : toEmojiParameter(emoji);
    const { already_absent } = await deleteOrAbsent(
      discord.delete(toRoute(channel_id, message_id, name, all ? 'all' : user_id)),
      RESTJSONErrorCodes.UnknownEmoji,
    );
    return { removed: true, already_absent, message_id };
  },
});

function toRoute(
  channelId: string,
  messageId: string,
  emoji: string | undefined,
  whose: string | undefined,
): string {
  if (emoji === undefined) return Routes.channelMessageAllReactions(channelId, messageId);
  if (whose === 'all') return Routes.channelMessageReaction(channelId, messageId, emoji);
  return whose === undefined
    ? Routes.channelMessageOwnReaction(channelId, messageId, emoji)
    : Routes.channelMessageUserReaction(channelId, messageId, emoji, whose);
}
