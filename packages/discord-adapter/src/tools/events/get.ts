import { type APIGuildScheduledEvent, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { eventDetailsOutput, toEventDetails } from './event.ts';

export const eventsGet = defineDiscordTool({
  name: 'events_get',
  category: 'events',
  title: 'Get an event',
  description:
    'Returns one scheduled event: times, place, status (1 scheduled, 2 active, 3 completed, 4 canceled), creator and how many users are interested.',
  input: () => z.strictObject({ guild_id: snowflake('guild'), event_id: snowflake('event') }),
  output: eventDetailsOutput,
  effect: 'read',
  routes: ['GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}'],
  run: async ({ guild_id, event_id }, discord) =>
    toEventDetails(
      await discord.get<APIGuildScheduledEvent>(Routes.guildScheduledEvent(guild_id, event_id), {
        query: { with_user_count: true },
      }),
    ),
});
