import type { LookupResult } from '@guildline/mcp-core';
import {
  type APIAuditLogEntry,
  type APIChannel,
  AuditLogEvent,
  type RESTGetAPIAuditLogResult,
  Routes,
} from 'discord-api-types/v10';
import * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { judgeCreated } from '../created-since.ts';
import { channelOutput, toChannel } from './channel.ts';
import { channelSettings, checkSettings, toSettingsBody } from './settings.ts';

export const channelsCreate = defineDiscordTool({
  name: 'channels_create',
  category: 'channels',
  title: 'Create a channel',
  description:
    'Creates a channel or category in a guild and returns it. Types: 0 text (default), 2 voice, 4 category, 5 announcement, 13 stage, 15 forum, 16 media. For a thread or a forum post use threads_create. Without overwrites it takes those of its category. Discord lower-cases names of text channels and puts hyphens for spaces.',
  input: () =>
    z
      .strictObject({
        guild_id: snowflake('guild'),
        name: z.string().min(1).max(100),
        type: z.literal([0, 2, 4, 5, 13, 15, 16]).default(0),
        ...channelSettings(),
        audit_reason: auditReason(),
      })
      .superRefine((args, context) => checkSettings(args.type, args, context)),
  output: channelOutput,
  effect: 'once',
  permissions: ['MANAGE_CHANNELS'],
  routes: ['POST /guilds/{guild_id}/channels'],
  run: async ({ guild_id, name, type, audit_reason, ...settings }, discord) =>
    toChannel(
      await discord.post<APIChannel>(Routes.guildChannels(guild_id), {
        body: { name, type, ...toSettingsBody(settings) },
        reason: audit_reason,
      }),
    ),
  lookup: async ({ guild_id, name, type, parent_id }, since, discord) => {
    const channels = await discord.get<APIChannel[]>(Routes.guildChannels(guild_id));
    const matches = channels
      .map(toChannel)
      .filter(
        (channel) =>
          channel.type === type &&
          channel.parent_id === (parent_id ?? null) &&
          toComparable(channel.name ?? '') === toComparable(name),
      );
    const judged = judgeCreated(matches, since, (channel) => channel);
    return judged.outcome === 'applied' ? confirmAuthor(judged, guild_id, discord) : judged;
  },
});

/**
 * A channel does not tell who made it, so a match counts as the bot's own only if the audit log
 * says so. A log that cannot be read leaves the question open.
 */
async function confirmAuthor(
  judged: LookupResult<ReturnType<typeof toChannel>> & { outcome: 'applied' },
  guildId: string,
  discord: Discord,
): Promise<LookupResult<ReturnType<typeof toChannel>>> {
  const query = {
    action_type: AuditLogEvent.ChannelCreate,
    user_id: await discord.botId(),
    limit: 100,
  };
  const entries: readonly APIAuditLogEntry[] = await discord
    .get<RESTGetAPIAuditLogResult>(Routes.guildAuditLog(guildId), { query })
    .then((log) => log.audit_log_entries)
    .catch(() => []);
  const own = entries.some(({ target_id }) => target_id === judged.result.id);
  return own ? judged : { outcome: 'unsure' };
}

/** A name as Discord may have rewritten it. */
function toComparable(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '-');
}
