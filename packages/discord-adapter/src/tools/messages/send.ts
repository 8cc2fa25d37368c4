import { type APIMessage, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { reachOfMessage } from '../../schema/mass-mention.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { findSent } from './find-sent.ts';
import { toMessageParts } from './message-bodies.ts';
import { checkMessage, messageFields } from './message-fields.ts';
import { messagePermissions, messagePermissionsFor } from './message-permissions.ts';
import { getMessageable } from './messageable.ts';
import { receiptOutput, toReceipt } from './receipt.ts';
import { sendParts } from './send-parts.ts';

export const messagesSend = defineDiscordTool({
  name: 'messages_send',
  category: 'messages',
  title: 'Send a message',
  description:
    'Sends a message to a channel, thread or direct message as the bot. Pings nobody unless allowed_mentions says so. Content over 2,000 characters is split at paragraphs, lines or words (code blocks stay intact) into several messages: the reply goes with the first, embeds, files, poll, stickers and components with the last. Returns the first message, and all of them in parts if there are several. For a new forum post use threads_create, for another name or avatar webhooks_execute.',
  input: () =>
    z
      .strictObject({
        channel_id: snowflake('channel'),
        ...messageFields(),
        message_reference: z
          .strictObject({
            message_id: snowflake('message'),
            fail_if_not_exists: z.boolean().describe('Default true.').optional(),
          })
          .describe('The message to reply to.')
          .optional(),
        sticker_ids: z.array(snowflake('sticker')).max(3).optional(),
      })
      .superRefine(checkMessage),
  output: receiptOutput,
  effect: 'keyed',
  key_lifetime: 120_000,
  permissions: messagePermissions,
  permissionsFor: messagePermissionsFor,
  reach: reachOfMessage,
  routes: ['POST /channels/{channel_id}/messages', 'GET /channels/{channel_id}'],
  run: async ({ channel_id, message_reference, ...message }, discord) => {
    const { guildId } = await getMessageable(channel_id, discord);
    const sent = await sendParts(toMessageParts(message), guildId, ({ body, files }, index) =>
      discord.post<APIMessage>(Routes.channelMessages(channel_id), {
        body: {
          ...body,
          ...(index === 0 && { message_reference }),
          nonce: discord.nonce(index),
          enforce_nonce: true,
        },
        files,
      }),
    );
    return toReceipt(sent, guildId);
  },
  lookup: async ({ channel_id, message_reference, ...message }, since, discord) => {
    const { guildId, lastMessageId } = await getMessageable(channel_id, discord);
    const search = {
      channelId: channel_id,
      authorId: await discord.botId(),
      parts: toMessageParts(message),
      replyTo: message_reference?.message_id,
      since,
      lastMessageId,
    };
    const found = await findSent(search, discord);
    return found.outcome === 'applied'
      ? { outcome: 'applied', result: toReceipt(found.result, guildId) }
      : found;
  },
});
