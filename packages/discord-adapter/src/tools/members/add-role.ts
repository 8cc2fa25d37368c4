import { Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';

export const membersAddRole = defineDiscordTool({
  name: 'members_add_role',
  category: 'members',
  title: 'Give a member a role',
  description:
    "Gives one member one role; a member who has it keeps it. The role must be below the bot's highest role.",
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      user_id: snowflake('user'),
      role_id: snowflake('role'),
      audit_reason: auditReason(),
    }),
  output: () => z.object({ added: z.boolean(), user_id: z.string(), role_id: z.string() }),
  effect: 'idempotent',
  permissions: ['MANAGE_ROLES'],
  reach: () => ({ members: 1 }),
  routes: ['PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}'],
  run: async ({ guild_id, user_id, role_id, audit_reason }, discord) => {
    await discord.put(Routes.guildMemberRole(guild_id, user_id, role_id), { reason: audit_reason });
    return { added: true, user_id, role_id };
  },
});
