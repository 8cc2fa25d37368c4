import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

export const messagesUnpin = defineDiscordTool({
  name: 'messages_unpin',
  category: 'messages',
  title: 'Unpin a message',
  description:
    'Takes a message from the pins of its channel; the message stays. already_absent is true if the message does not exist.',
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      message_id: snowflake('message'),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({ unpinned: z.boolean(), already_absent: z.boolean(), message_id: z.string() }),
  effect: 'idempotent',
  permissions: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY', 'PIN_MESSAGES'],
  routes: ['DELETE /channels/{channel_id}/messages/pins/{message_id}'],
  run: async ({ channel_id, message_id, audit_reason }, discord) => {
    const { already_absent } = await deleteOrAbsent(
      discord.delete(Routes.channelMessagesPin(channel_id, message_id), { reason: audit_reason }),
      RESTJSONErrorCodes.UnknownMessage,
    );
    return { unpinned: true, already_absent, message_id };
  },
});
