import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { forgetMembers } from '../../state/known-members.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

export const membersKick = defineDiscordTool({
  name: 'members_kick',
  category: 'members',
  title: 'Kick a member',
  description:
    'Removes a member from a guild; they can come back with an invite. To keep them out use members_ban. already_absent is true if they were not in the guild.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      user_id: snowflake('user'),
      audit_reason: auditReason(),
    }),
  output: () => z.object({ kicked: z.boolean(), user_id: z.string(), already_absent: z.boolean() }),
  effect: 'idempotent',
  destructive: true,
  stores: {
    members: ({ user_id }, { args, previous }) => forgetMembers(previous, args.guild_id, [user_id]),
  },
  permissions: ['KICK_MEMBERS'],
  reach: () => ({ members: 1 }),
  routes: ['DELETE /guilds/{guild_id}/members/{user_id}'],
  run: async ({ guild_id, user_id, audit_reason }, discord) => {
    const { already_absent } = await deleteOrAbsent(
      discord.delete(Routes.guildMember(guild_id, user_id), { reason: audit_reason }),
      RESTJSONErrorCodes.UnknownMember,
    );
    return { kicked: true, user_id, already_absent };
  },
});
