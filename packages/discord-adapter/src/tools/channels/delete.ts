import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { forgetChannel } from '../../state/known-channels.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

export const channelsDelete = defineDiscordTool({
  name: 'channels_delete',
  category: 'channels',
  title: 'Delete a channel',
  description:
    'Deletes a channel or thread with all its messages, for good. The channels of a deleted category stay. A thread can be closed instead with threads_modify (archived); deleting one takes MANAGE_THREADS. already_absent is true if there was none.',
  input: () => z.strictObject({ channel_id: snowflake('channel'), audit_reason: auditReason() }),
  output: () =>
    z.object({ deleted: z.boolean(), already_absent: z.boolean(), channel_id: z.string() }),
  effect: 'idempotent',
  destructive: true,
  stores: { channels: ({ channel_id }, { previous }) => forgetChannel(previous, channel_id) },
  permissions: ['VIEW_CHANNEL', 'MANAGE_CHANNELS'],
  routes: ['DELETE /channels/{channel_id}'],
  run: async ({ channel_id, audit_reason }, discord) => ({
    ...(await deleteOrAbsent(
      discord.delete(Routes.channel(channel_id), { reason: audit_reason }),
      RESTJSONErrorCodes.UnknownChannel,
    )),
    channel_id,
  }),
});
