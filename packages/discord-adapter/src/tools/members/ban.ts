import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { forgetMembers } from '../../state/known-members.ts';
import { deleteMessageSeconds } from './delete-message-seconds.ts';

export const membersBan = defineDiscordTool({
  name: 'members_ban',
  category: 'members',
  title: 'Ban a user',
  description:
    'Bans a user from a guild, whether they are a member or not, and can delete their recent messages. A user who is banned stays banned. For many users use members_bulk_ban, for a temporary measure the timeout of members_modify.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      user_id: snowflake('user'),
      delete_message_seconds: deleteMessageSeconds(),
      audit_reason: auditReason(),
    }),
  output: () => z.object({ banned: z.boolean(), user_id: z.string() }),
  effect: 'idempotent',
  destructive: true,
  stores: {
    members: ({ user_id }, { args, previous }) => forgetMembers(previous, args.guild_id, [user_id]),
  },
  permissions: ['BAN_MEMBERS'],
  reach: () => ({ members: 1 }),
  routes: ['PUT /guilds/{guild_id}/bans/{user_id}'],
  run: async ({ guild_id, user_id, delete_message_seconds, audit_reason }, discord) => {
    await discord.put(Routes.guildBan(guild_id, user_id), {
      body: { delete_message_seconds },
      reason: audit_reason,
    });
    return { banned: true, user_id };
  },
});
