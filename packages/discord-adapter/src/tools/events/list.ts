import { type APIGuildScheduledEvent, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { eventDetailsOutput, toEventDetails } from './event.ts';

export const eventsList = defineDiscordTool({
  name: 'events_list',
  category: 'events',
  title: 'List events',
  description:
    'Lists the scheduled and running events of a guild (status 1 and 2), with place, creator and how many users are interested.',
  input: () => z.strictObject({ guild_id: snowflake('guild') }),
  output: () => z.object({ events: z.array(eventDetailsOutput()) }),
  effect: 'read',
  routes: ['GET /guilds/{guild_id}/scheduled-events'],
  run: async ({ guild_id }, discord) => {
    const events = await discord.get<APIGuildScheduledEvent[] | null>(
      Routes.guildScheduledEvents(guild_id),
      { query: { with_user_count: true } },
    );
    return { events: (events ?? []).map(toEventDetails) };
  },
});
