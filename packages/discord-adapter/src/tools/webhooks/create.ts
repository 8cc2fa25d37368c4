import { untrusted } from '@guildline/mcp-core';
import { type APIWebhook, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { judgeCreated } from '../created-since.ts';

export const webhooksCreate = defineDiscordTool({
  name: 'webhooks_create',
  category: 'webhooks',
  title: 'Create a webhook',
  description:
    'Creates a webhook in a channel, with which webhooks_execute can send under another name and avatar. Its secret token is not returned: webhooks_execute looks it up. A channel takes at most 15 webhooks.',
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      name: z
        .string()
        .min(1)
        .max(80)
        .refine((name) => !/clyde|discord/i.test(name), {
          error: 'A webhook name must not contain "clyde" or "discord".',
        }),
      avatar: z
        .string()
        .max(1_400_000)
        .refine((data) => /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/.test(data), {
          error: 'Not an image: expected data:image/png;base64,… (or jpeg, gif, webp).',
        })
        .describe('data:image/png;base64,…')
        .optional(),
      audit_reason: auditReason(),
    }),
  output: webhookOutput,
  effect: 'once',
  permissions: ['VIEW_CHANNEL', 'MANAGE_WEBHOOKS'],
  routes: ['POST /channels/{channel_id}/webhooks'],
  run: async ({ channel_id, name, avatar, audit_reason }, discord) =>
    toWebhook(
      await discord.post<APIWebhook>(Routes.channelWebhooks(channel_id), {
        body: { name, avatar },
        reason: audit_reason,
      }),
      channel_id,
    ),
  lookup: async ({ channel_id, name }, since, discord) => {
    const webhooks = await discord.get<APIWebhook[]>(Routes.channelWebhooks(channel_id));
    const botId = await discord.botId();
    const matches = webhooks.filter(
      (webhook) => webhook.user?.id === botId && webhook.name?.trim() === name.trim(),
    );
    return judgeCreated(matches, since, (webhook) => toWebhook(webhook, channel_id));
  },
});

function webhookOutput() {
  return z.object({
    webhook_id: z.string(),
    name: untrusted(z.string()).nullable(),
    channel_id: z.string(),
  });
}

/** Without the token, which must not pass through a model. */
function toWebhook(webhook: APIWebhook, channelId: string) {
  return {
    webhook_id: webhook.id,
    name: webhook.name,
    channel_id: webhook.channel_id ?? channelId,
  };
}
