import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { forgetMembers } from '../../state/known-members.ts';
import { banMany, mostBans } from './ban-many.ts';
import { deleteMessageSeconds } from './delete-message-seconds.ts';

export const membersBulkBan = defineDiscordTool({
  name: 'members_bulk_ban',
  category: 'members',
  title: 'Ban many users',
  description:
    'Bans up to 200 users at once, members or not, as after a raid. A partial failure is a success: check failed_users (not banned, for example because they stand above the bot). already_banned are users whose ban was there before. If nobody is banned in the end, the call fails.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      user_ids: z
        .array(snowflake('user'))
        .min(1)
        .max(mostBans)
        .refine((ids) => new Set(ids).size === ids.length, { error: 'A user is named twice.' }),
      delete_message_seconds: deleteMessageSeconds(),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({
      banned_users: z.array(z.string()),
      already_banned: z.array(z.string()),
      failed_users: z.array(z.string()),
    }),
  effect: 'idempotent',
  destructive: true,
  permissions: ['BAN_MEMBERS', 'MANAGE_GUILD'],
  // A template may fill in as many as are taken.
  reach: ({ user_ids }) => ({ members: Array.isArray(user_ids) ? user_ids.length : mostBans }),
  routes: ['POST /guilds/{guild_id}/bulk-ban', 'GET /guilds/{guild_id}/bans'],
  stores: {
    members: ({ banned_users, already_banned }, { args, previous }) =>
      forgetMembers(previous, args.guild_id, [...banned_users, ...already_banned]),
  },
  run: async ({ guild_id, user_ids, delete_message_seconds, audit_reason }, discord) => {
    const { banned, alreadyBanned, failed } = await banMany(
      {
        guildId: guild_id,
        userIds: user_ids,
        deleteMessageSeconds: delete_message_seconds,
        reason: audit_reason,
      },
      discord,
    );
    return {
      banned_users: [...banned],
      already_banned: [...alreadyBanned],
      failed_users: [...failed],
    };
  },
});
