import { type APIChannel, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { requireChange } from '../../schema/require-change.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { updateChannel } from '../../state/known-channels.ts';
import { channelOutput, toChannel } from './channel.ts';
import { channelSettings, toSettingsBody } from './settings.ts';

export const channelsModify = defineDiscordTool({
  name: 'channels_modify',
  category: 'channels',
  title: 'Change a channel',
  description:
    'Changes the given settings of a channel, leaves the others, and returns it. For threads use threads_modify. type only switches between 0 text and 5 announcement. Lists (available_tags, permission_overwrites) replace the whole list: read them with channels_get first. Discord allows two changes of name or topic in ten minutes.',
  input: () =>
    requireChange(
      z.strictObject({
        channel_id: snowflake('channel'),
        name: z.string().min(1).max(100).optional(),
        type: z.literal([0, 5]).optional(),
        ...channelSettings(),
        audit_reason: auditReason(),
      }),
      ['channel_id', 'audit_reason'],
    ),
  output: channelOutput,
  effect: 'idempotent',
  stores: { channels: (channel, { previous }) => updateChannel(previous, channel) },
  permissions: ['VIEW_CHANNEL', 'MANAGE_CHANNELS'],
  routes: ['PATCH /channels/{channel_id}'],
  run: async ({ channel_id, name, type, audit_reason, ...settings }, discord) =>
    toChannel(
      await discord.patch<APIChannel>(Routes.channel(channel_id), {
        body: { name, type, ...toSettingsBody(settings) },
        reason: audit_reason,
      }),
    ),
});
