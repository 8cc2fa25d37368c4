import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

export const eventsDelete = defineDiscordTool({
  name: 'events_delete',
  category: 'events',
  title: 'Delete an event',
  description:
    'Deletes a scheduled event for good, with its subscriptions. To call one off visibly use events_modify with status 4. already_absent is true if it was gone.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      event_id: snowflake('event'),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({ deleted: z.boolean(), event_id: z.string(), already_absent: z.boolean() }),
  effect: 'idempotent',
  destructive: true,
  permissions: [['MANAGE_EVENTS', 'CREATE_EVENTS']],
  routes: ['DELETE /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}'],
  run: async ({ guild_id, event_id, audit_reason }, discord) => {
    const { deleted, already_absent } = await deleteOrAbsent(
      discord.delete(Routes.guildScheduledEvent(guild_id, event_id), { reason: audit_reason }),
      RESTJSONErrorCodes.UnknownGuildScheduledEvent,
    );
    return { deleted, event_id, already_absent };
  },
});
