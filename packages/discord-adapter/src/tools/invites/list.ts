import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { type ApiInvite, inviteOutput, toInvite } from './invite.ts';

export const invitesList = defineDiscordTool({
  name: 'invites_list',
  category: 'invites',
  title: 'List invites',
  description:
    'Lists the invites of a guild (needs MANAGE_GUILD, or VIEW_AUDIT_LOG for a list without counts) or of one channel (needs MANAGE_CHANNELS): give guild_id or channel_id. Returns codes, who made them, uses and when they expire.',
  input: () =>
    z
      .strictObject({
        guild_id: snowflake('guild').optional(),
        channel_id: snowflake('channel').optional(),
      })
      .refine(
        ({ guild_id, channel_id }) => (guild_id === undefined) !== (channel_id === undefined),
        { error: 'Give guild_id or channel_id, one of the two.' },
      ),
  output: () => z.object({ invites: z.array(inviteOutput()) }),
  effect: 'read',
  permissions: [['MANAGE_GUILD', 'VIEW_AUDIT_LOG', 'MANAGE_CHANNELS']],
  permissionsFor: ({ channel_id }) =>
    channel_id === undefined ? [['MANAGE_GUILD', 'VIEW_AUDIT_LOG']] : ['MANAGE_CHANNELS'],
  routes: ['GET /guilds/{guild_id}/invites', 'GET /channels/{channel_id}/invites'],
  run: async ({ guild_id, channel_id }, discord) => {
    const route =
      guild_id === undefined
        ? Routes.channelInvites(channel_id ?? '')
        : Routes.guildInvites(guild_id);
    const invites = (await discord.get<ApiInvite[] | null>(route)) ?? [];
    return { invites: invites.map(toInvite) };
  },
});
