import { type APIChannel, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { rememberAllChannels, rememberChannels } from '../../state/known-channels.ts';
import { channelOutput, toChannel } from './channel.ts';

export const channelsList = defineDiscordTool({
  name: 'channels_list',
  category: 'channels',
  title: 'List channels',
  description:
    'Lists the channels of a guild in the order of the client, categories last. Types: 0 text, 2 voice, 4 category, 5 announcement, 13 stage, 15 forum, 16 media. Threads are not in it: use threads_list_active.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      types: z
        .array(z.literal([0, 2, 4, 5, 13, 14, 15, 16]))
        .min(1)
        .describe('Only these types; default all.')
        .optional(),
    }),
  output: () => z.object({ channels: z.array(channelOutput()) }),
  effect: 'read',
  stores: {
    channels: ({ channels }, { args, previous }) =>
      args.types
        ? rememberChannels(previous, channels)
        : rememberAllChannels(previous, args.guild_id, channels),
  },
  routes: ['GET /guilds/{guild_id}/channels'],
  run: async ({ guild_id, types }, discord) => {
    const all = await discord.get<APIChannel[]>(Routes.guildChannels(guild_id));
    const channels = inClientOrder(all.map(toChannel));
    return {
      channels: types ? channels.filter(({ type }) => types.some((one) => one === type)) : channels,
    };
  },
});

type Channel = ReturnType<typeof toChannel>;

const category = 4;
const voiceTypes: readonly number[] = [2, 13];

/**
 * Channels without a category first, then category by category, text before voice, by position.
 * The categories themselves come last, so that the first channel is one that can be used.
 */
function inClientOrder(channels: readonly Channel[]): Channel[] {
  const categories = new Map(
    channels.filter(({ type }) => type === category).map((one) => [one.id, one]),
  );
  const rank = (channel: Channel): readonly [number, number, bigint, number, number, bigint] => {
    const parent = categories.get(channel.parent_id ?? '');
    return [
      channel.type === category ? 1 : 0,
      parent?.position ?? -1,
      BigInt(parent?.id ?? 0),
      voiceTypes.includes(channel.type) ? 1 : 0,
      channel.position ?? 0,
      BigInt(channel.id),
    ];
  };
  return channels
    .map((channel) => ({ channel, rank: rank(channel) }))
    .sort((one, other) => compareRanks(one.rank, other.rank))
    .map(({ channel }) => channel);
}

function compareRanks(one: readonly (number | bigint)[], other: readonly (number | bigint)[]) {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}
