import { ToolError } from '@guildline/mcp-core';
import { type APIMessage, type APIWebhook, Routes, WebhookType } from 'discord-api-types/v10';
import * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { defineDiscordTool } from '../../discord-tool.ts';
import { reachOfMessage } from '../../schema/mass-mention.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { findSent } from '../messages/find-sent.ts';
import { toMessageParts } from '../messages/message-bodies.ts';
import { checkMessage, messageFields } from '../messages/message-fields.ts';
import { getMessageable } from '../messages/messageable.ts';
import { receiptOutput, toReceipt } from '../messages/receipt.ts';
import { sendParts } from '../messages/send-parts.ts';

export const webhooksExecute = defineDiscordTool({
  name: 'webhooks_execute',
  category: 'webhooks',
  title: 'Send through a webhook',
  description:
    "Sends a message through a webhook, under the webhook's name and avatar or those given. Pings nobody unless allowed_mentions says so; long content is split as in messages_send. In a forum give thread_id (an existing post) or thread_name (a new one). As the bot itself use messages_send, which is safe to repeat; this is not.",
  input: () =>
    z
      .strictObject({
        webhook_id: snowflake('webhook'),
        thread_id: snowflake('channel').optional(),
        thread_name: z.string().min(1).max(100).optional(),
        applied_tags: z.array(snowflake('tag')).max(5).optional(),
        username: z
          .string()
          .min(1)
          .max(80)
          .refine((name) => !/clyde|discord/i.test(name), {
            error: 'A webhook name must not contain "clyde" or "discord".',
          })
          .optional(),
        avatar_url: z
          .string()
          .max(2048)
          .refine((url) => /^https?:\/\/\S+$/.test(url), { error: 'Expected http(s)://….' })
          .optional(),
        ...messageFields(),
      })
      .refine(({ thread_id, thread_name }) => !(thread_id && thread_name), {
        error: 'Give thread_id for an existing thread or thread_name for a new one, not both.',
      })
      .refine(({ applied_tags, thread_name }) => !applied_tags?.length || thread_name, {
        error: 'applied_tags belong to a new post: give thread_name too.',
      })
      .superRefine(checkMessage),
  output: receiptOutput,
  effect: 'once',
  permissions: ['MANAGE_WEBHOOKS'],
  reach: reachOfMessage,
  routes: ['POST /webhooks/{webhook_id}/{webhook_token}', 'GET /webhooks/{webhook_id}'],
  run: async (args, discord) => {
    const { webhook_id, thread_id, thread_name, applied_tags, username, avatar_url } = args;
    const { token, guildId } = await getWebhook(webhook_id, discord);
    let threadId = thread_id;
    const sent = await sendParts(toMessageParts(args), guildId, async ({ body, files }, index) => {
      const message = await discord.post<APIMessage>(Routes.webhook(webhook_id, token), {
        query: {
          wait: true,
          with_components: args.components ? true : undefined,
          thread_id: threadId,
        },
        body: {
          ...body,
          username,
          avatar_url,
          ...(index === 0 && { thread_name, applied_tags }),
        },
        files,
        auth: false,
      });
      // The first part opens the new post, the others go into it.
      if (thread_name) threadId = message.channel_id;
      return message;
    });
    return toReceipt(sent, guildId);
  },
  lookup: async (args, since, discord) => {
    const { webhook_id, thread_id, thread_name } = args;
    const { guildId, channelId } = await getWebhook(webhook_id, discord);
    const target = thread_id ?? channelId;
    // A new post has a channel id of its own, which nobody was told.
    if (thread_name || !target) return { outcome: 'unsure' };
    const { lastMessageId } = await getMessageable(target, discord);
    const found = await findSent(
      {
        channelId: target,
        authorId: webhook_id,
        parts: toMessageParts(args),
        since,
        lastMessageId,
      },
      discord,
    );
    return found.outcome === 'applied'
      ? { outcome: 'applied', result: toReceipt(found.result, guildId) }
      : found;
  },
});

/** Asks for a webhook with the bot's own rights, so that its token never passes through a model. */
async function getWebhook(webhookId: string, discord: Discord) {
  const webhook = await discord.get<APIWebhook>(Routes.webhook(webhookId));
  const { type, token, guild_id, channel_id } = webhook;
  if (type !== WebhookType.Incoming || !token) {
    throw new ToolError({
      code: 'DISCORD_PERMISSION_DENIED',
      message: `Discord does not tell this bot the token of webhook ${webhookId}: it follows a channel or belongs to another application. Create one with webhooks_create.`,
    });
  }
  return { token, guildId: guild_id ?? undefined, channelId: channel_id ?? undefined };
}
