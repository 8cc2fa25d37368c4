import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';

export const messagesPin = defineDiscordTool({
  name: 'messages_pin',
  category: 'messages',
  title: 'Pin a message',
  description:
    'Pins a message in its channel; a pinned one stays pinned. A channel holds at most 250 pins. Discord shows a notice in the channel.',
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      message_id: snowflake('message'),
      audit_reason: auditReason(),
    }),
  output: () => z.object({ pinned: z.boolean(), message_id: z.string() }),
  effect: 'idempotent',
  permissions: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY', 'PIN_MESSAGES'],
  routes: ['PUT /channels/{channel_id}/messages/pins/{message_id}'],
  run: async ({ channel_id, message_id, audit_reason }, discord) => {
    await discord.put(Routes.channelMessagesPin(channel_id, message_id), { reason: audit_reason });
    return { pinned: true, message_id };
  },
});
