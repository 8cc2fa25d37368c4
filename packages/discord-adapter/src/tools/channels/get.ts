import { type APIChannel, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { rememberChannels } from '../../state/known-channels.ts';
import { channelDetailsOutput, toChannelDetails } from './channel-details.ts';

export const channelsGet = defineDiscordTool({
  name: 'channels_get',
  category: 'channels',
  title: 'Get a channel',
  description:
    "Returns one channel or thread with what channels_list leaves out: permission overwrites, a forum's tags, a thread's state, voice settings.",
  input: () => z.strictObject({ channel_id: snowflake('channel') }),
  output: channelDetailsOutput,
  effect: 'read',
  stores: { channels: (channel, { previous }) => rememberChannels(previous, [channel]) },
  permissions: ['VIEW_CHANNEL'],
  routes: ['GET /channels/{channel_id}'],
  run: async ({ channel_id }, discord) =>
    toChannelDetails(await discord.get<APIChannel>(Routes.channel(channel_id))),
});
