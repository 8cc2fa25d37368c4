import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

export const messagesDelete = defineDiscordTool({
  name: 'messages_delete',
  category: 'messages',
  title: 'Delete a message',
  description:
    "Deletes one message for good. The bot's own need no permission, others' MANAGE_MESSAGES. For several at once use messages_bulk_delete. already_absent is true if there was none.",
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      message_id: snowflake('message'),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({ deleted: z.boolean(), already_absent: z.boolean(), message_id: z.string() }),
  effect: 'idempotent',
  destructive: true,
  permissions: ['VIEW_CHANNEL', 'MANAGE_MESSAGES'],
  routes: ['DELETE /channels/{channel_id}/messages/{message_id}'],
  run: async ({ channel_id, message_id, audit_reason }, discord) => ({
    ...(await deleteOrAbsent(
      discord.delete(Routes.channelMessage(channel_id, message_id), { reason: audit_reason }),
      RESTJSONErrorCodes.UnknownMessage,
    )),
    message_id,
  }),
});
