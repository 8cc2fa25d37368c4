import { untrusted } from '@guildline/mcp-core';
import type { APIGuildScheduledEvent } from 'discord-api-types/v10';
import * as z from 'zod';
import { reference } from '../../schema/snowflake.ts';
import { toTimestamp } from '../../schema/timestamp.ts';

/** A new event, as `events_create` returns it. */
export function eventOutput() {
  return z.object({
    id: z.string(),
    guild_id: reference('guild'),
    name: untrusted(z.string()),
    description: untrusted(z.string()).nullable(),
    scheduled_start_time: z.string(),
    scheduled_end_time: z.string().nullable(),
    status: z.int(),
    entity_type: z.int(),
    channel_id: reference('channel').nullable(),
  });
}

/** An event with all that the other event tools return. */
export function eventDetailsOutput() {
  return eventOutput().extend({
    location: untrusted(z.string()).nullable(),
    creator_id: z.string().nullable(),
    user_count: z.int().nullable(),
    recurring: z.boolean(),
  });
}

export function toEvent(event: APIGuildScheduledEvent): z.input<ReturnType<typeof eventOutput>> {
  return {
    id: event.id,
    guild_id: event.guild_id,
    name: event.name,
    description: event.description ?? null,
    scheduled_start_time: toTimestamp(event.scheduled_start_time),
    scheduled_end_time: toTimestamp(event.scheduled_end_time),
    status: event.status,
    entity_type: event.entity_type,
    channel_id: event.channel_id,
  };
}

export function toEventDetails(
  event: APIGuildScheduledEvent,
): z.input<ReturnType<typeof eventDetailsOutput>> {
  return {
    ...toEvent(event),
    location: event.entity_metadata?.location ?? null,
    creator_id: event.creator_id ?? null,
    user_count: event.user_count ?? null,
    recurring: event.recurrence_rule !== null,
  };
}
