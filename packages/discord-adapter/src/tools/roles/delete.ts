import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

export const rolesDelete = defineDiscordTool({
  name: 'roles_delete',
  category: 'roles',
  title: 'Delete a role',
  description:
    "Deletes a role for good: everybody loses it, and its channel overwrites go too. To take it from one member use members_remove_role. The role must be below the bot's highest role. already_absent is true if it was gone.",
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      role_id: snowflake('role'),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({ deleted: z.boolean(), role_id: z.string(), already_absent: z.boolean() }),
  effect: 'idempotent',
  destructive: true,
  permissions: ['MANAGE_ROLES'],
  routes: ['DELETE /guilds/{guild_id}/roles/{role_id}'],
  run: async ({ guild_id, role_id, audit_reason }, discord) => {
    const { deleted, already_absent } = await deleteOrAbsent(
      discord.delete(Routes.guildRole(guild_id, role_id), { reason: audit_reason }),
      RESTJSONErrorCodes.UnknownRole,
    );
    return { deleted, role_id, already_absent };
  },
});
