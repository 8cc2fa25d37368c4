import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { emoji, toEmojiParameter } from '../../schema/emoji.ts';
import { snowflake } from '../../schema/snowflake.ts';

export const reactionsAdd = defineDiscordTool({
  name: 'reactions_add',
  category: 'reactions',
  title: 'React to a message',
  description:
    "Adds the bot's reaction to a message; one that is there stays. A message takes at most 20 different emoji.",
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      message_id: snowflake('message'),
      emoji: emoji(),
    }),
  output: () => z.object({ added: z.boolean(), message_id: z.string(), emoji: z.string() }),
  effect: 'idempotent',
  permissions: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY', 'ADD_REACTIONS'],
  routes: ['PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me'],
  run: async ({ channel_id, message_id, emoji }, discord) => {
    const name = toEmojiParameter(emoji);
    await discord.put(Routes.channelMessageOwnReaction(channel_id, message_id, name));
    return { added: true, message_id, emoji: name };
  },
});
