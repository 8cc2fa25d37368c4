import { ToolError } from '@guildline/mcp-core';
import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { createdAt } from '../created-since.ts';

const days = 14;
const oldest = days * 24 * 3_600_000;

export const messagesBulkDelete = defineDiscordTool({
  name: 'messages_bulk_delete',
  category: 'messages',
  title: 'Delete several messages',
  description:
    'Deletes 2 to 100 messages of one channel at once, for good. None may be older than 14 days: delete those one by one with messages_delete. Ids of messages that do not exist are ignored. Find the ids with messages_read.',
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      messages: z
        .array(snowflake('message'))
        .min(2)
        .max(100)
        .refine((ids) => new Set(ids).size === ids.length, { error: 'A message is named twice.' })
        .describe('Message ids.'),
      audit_reason: auditReason(),
    }),
  output: () => z.object({ deleted: z.boolean(), channel_id: z.string(), requested: z.int() }),
  effect: 'idempotent',
  destructive: true,
  permissions: ['VIEW_CHANNEL', 'MANAGE_MESSAGES'],
  routes: ['POST /channels/{channel_id}/messages/bulk-delete'],
  run: async ({ channel_id, messages, audit_reason }, discord, context) => {
    const tooOld = messages.filter((id) => createdAt(id) < context.clock.now() - oldest);
    if (tooOld.length > 0) {
      throw new ToolError({
        code: 'DISCORD_INVALID_REQUEST',
        message: `Discord deletes in bulk only what is younger than ${days} days; too old: ${tooOld.join(', ')}. Leave these out, or delete them with messages_delete. Nothing was deleted.`,
        details: { too_old: tooOld },
      });
    }
    await discord.post(Routes.channelBulkDelete(channel_id), {
      body: { messages },
      reason: audit_reason,
    });
    return { deleted: true, channel_id, requested: messages.length };
  },
});
