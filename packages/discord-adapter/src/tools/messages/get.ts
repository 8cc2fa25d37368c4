import { type APIMessage, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { messageOutput, toMessage } from './message.ts';

export const messagesGet = defineDiscordTool({
  name: 'messages_get',
  category: 'messages',
  title: 'Get a message',
  description:
    'Returns one message with its attachments, embeds, reaction counts, poll results and what it replies to. For a conversation use messages_read.',
  input: () =>
    z.strictObject({ channel_id: snowflake('channel'), message_id: snowflake('message') }),
  output: messageOutput,
  effect: 'read',
  permissions: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY'],
  routes: ['GET /channels/{channel_id}/messages/{message_id}'],
  run: async ({ channel_id, message_id }, discord) =>
    toMessage(await discord.get<APIMessage>(Routes.channelMessage(channel_id, message_id))),
});
