import { type APIUser, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { emoji, toEmojiParameter } from '../../schema/emoji.ts';
import { cursor, limit, nextCursor } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { toUser, userOutput } from '../users/user.ts';

export const reactionsList = defineDiscordTool({
  name: 'reactions_list',
  category: 'reactions',
  title: 'List who reacted',
  description:
    'Lists the users who reacted to a message with one emoji, by ascending id, page by page. Which emoji a message has, and how often, is in messages_get.',
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      message_id: snowflake('message'),
      emoji: emoji(),
      limit: limit(100, 100),
      cursor: cursor(),
    }),
  output: () => z.object({ users: z.array(userOutput()), next_cursor: z.string().optional() }),
  effect: 'read',
  permissions: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY'],
  routes: ['GET /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}'],
  run: async ({ channel_id, message_id, emoji, limit, cursor }, discord) => {
    const users = await discord.get<APIUser[]>(
      Routes.channelMessageReaction(channel_id, message_id, toEmojiParameter(emoji)),
      { query: { limit, after: cursor } },
    );
    return { users: users.map(toUser), ...nextCursor(users, limit, ({ id }) => id) };
  },
});
