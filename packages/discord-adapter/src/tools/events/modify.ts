import {
  type APIGuildScheduledEvent,
  GuildScheduledEventEntityType,
  RESTJSONErrorCodes,
  Routes,
} from 'discord-api-types/v10';
import * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { requireChange } from '../../schema/require-change.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { timestamp } from '../../schema/timestamp.ts';
import { discordCode } from '../discord-code.ts';
import { checkEntity, entityMetadata, entityType } from './entity.ts';
import { eventDetailsOutput, toEventDetails } from './event.ts';
import { recurrenceRule } from './recurrence-rule.ts';

export const eventsModify = defineDiscordTool({
  name: 'events_modify',
  category: 'events',
  title: 'Change an event',
  description:
    'Changes a scheduled event, or starts (status 2), completes (3) or cancels (4) it. A completed or canceled event cannot be changed any more. Give entity_type only to move the event between a channel and elsewhere, with the new channel_id, or with location and end. Returns the event.',
  input: () =>
    requireChange(
      z.strictObject({
        guild_id: snowflake('guild'),
        event_id: snowflake('event'),
        name: z.string().min(1).max(100).optional(),
        description: z.string().max(1000).nullable().optional(),
        scheduled_start_time: timestamp().optional(),
        scheduled_end_time: timestamp().nullable().optional(),
        entity_type: entityType().optional(),
        channel_id: snowflake('channel').nullable().optional(),
        entity_metadata: entityMetadata().nullable().optional(),
        status: z.literal([2, 3, 4]).optional(),
        recurrence_rule: recurrenceRule().nullable().optional(),
        audit_reason: auditReason(),
      }),
      ['guild_id', 'event_id', 'audit_reason'],
    ).superRefine(checkEntity),
  output: eventDetailsOutput,
  effect: 'idempotent',
  permissions: [['MANAGE_EVENTS', 'CREATE_EVENTS']],
  routes: [
    'PATCH /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}',
    'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}',
  ],
  run: async ({ guild_id, event_id, audit_reason, ...changes }, discord) => {
    const route = Routes.guildScheduledEvent(guild_id, event_id);
    const isExternal = changes.entity_type === GuildScheduledEventEntityType.External;
    const body = isExternal ? { ...changes, channel_id: null } : changes;
    try {
      return toEventDetails(
        await discord.patch<APIGuildScheduledEvent>(route, { body, reason: audit_reason }),
      );
    } catch (error) {
      if (discordCode(error) !== RESTJSONErrorCodes.CannotUpdateAFinishedEvent) throw error;
      return toEventDetails(await findFinished(route, changes, discord, error));
    }
  },
});

/** A repeated end finds the event ended: that is its success, if nothing else was to be changed. */
async function findFinished(
  route: `/${string}`,
  { status, ...others }: { readonly status?: number | undefined },
  discord: Discord,
  refusal: unknown,
): Promise<APIGuildScheduledEvent> {
  if (Object.values(others).some((value) => value !== undefined)) throw refusal;
  const event = await discord.get<APIGuildScheduledEvent>(route).catch(() => undefined);
  if (event === undefined || event.status !== status) throw refusal;
  return event;
}
