import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';

export const membersRemoveRole = defineDiscordTool({
  name: 'members_remove_role',
  category: 'members',
  title: 'Take a role from a member',
  description:
    "Takes one role from one member; a member without it stays as they are. The role must be below the bot's highest role.",
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      user_id: snowflake('user'),
      role_id: snowflake('role'),
      audit_reason: auditReason(),
    }),
  output: () => z.object({ removed: z.boolean(), user_id: z.string(), role_id: z.string() }),
  effect: 'idempotent',
  permissions: ['MANAGE_ROLES'],
  reach: () => ({ members: 1 }),
  routes: ['DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}'],
  run: async ({ guild_id, user_id, role_id, audit_reason }, discord) => {
    await discord.delete(Routes.guildMemberRole(guild_id, user_id, role_id), {
      reason: audit_reason,
    });
    return { removed: true, user_id, role_id };
  },
});
