import { type APIGuildScheduledEvent, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { timestamp } from '../../schema/timestamp.ts';
import { judgeCreated } from '../created-since.ts';
import { checkEntity, entityMetadata, entityType } from './entity.ts';
import { eventOutput, toEvent } from './event.ts';
import { recurrenceRule } from './recurrence-rule.ts';

export const eventsCreate = defineDiscordTool({
  name: 'events_create',
  category: 'events',
  title: 'Create an event',
  description:
    'Creates a scheduled event that the members of a guild see and can subscribe to. In a stage or voice channel it needs channel_id; elsewhere (entity_type 3) a location and an end. A guild holds at most 100 coming events. Returns the event with its id.',
  input: () =>
    z
      .strictObject({
        guild_id: snowflake('guild'),
        name: z.string().min(1).max(100),
        description: z.string().min(1).max(1000).optional(),
        scheduled_start_time: timestamp(),
        scheduled_end_time: timestamp().optional(),
        entity_type: entityType(),
        channel_id: snowflake('channel').nullable().optional(),
        entity_metadata: entityMetadata().nullable().optional(),
        privacy_level: z.literal(2).default(2),
        recurrence_rule: recurrenceRule().optional(),
        audit_reason: auditReason(),
      })
      .superRefine(checkEntity),
  output: eventOutput,
  effect: 'once',
  permissions: [['MANAGE_EVENTS', 'CREATE_EVENTS']],
  routes: ['POST /guilds/{guild_id}/scheduled-events', 'GET /guilds/{guild_id}/scheduled-events'],
  run: async ({ guild_id, audit_reason, ...body }, discord) =>
    toEvent(
      await discord.post<APIGuildScheduledEvent>(Routes.guildScheduledEvents(guild_id), {
        body,
        reason: audit_reason,
      }),
    ),
  lookup: async (args, since, discord) => {
    const route = Routes.guildScheduledEvents(args.guild_id);
    const events = (await discord.get<APIGuildScheduledEvent[] | null>(route)) ?? [];
    const botId = await discord.botId();
    const alike = events.filter(
      (event) =>
        event.creator_id === botId &&
        event.name.trim() === args.name.trim() &&
        event.entity_type === args.entity_type &&
        event.channel_id === (args.channel_id ?? null) &&
        Date.parse(event.scheduled_start_time) === Date.parse(args.scheduled_start_time),
    );
    return judgeCreated(alike, since, toEvent);
  },
});
