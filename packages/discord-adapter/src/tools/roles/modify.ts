import { type APIRole, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { toPermissionBits } from '../../schema/permission-set.ts';
import { requireChange } from '../../schema/require-change.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { roleOutput, toNamedRole } from './role.ts';
import { roleArguments } from './role-arguments.ts';

export const rolesModify = defineDiscordTool({
  name: 'roles_modify',
  category: 'roles',
  title: 'Change a role',
  description:
    "Changes a role's name, permissions, color or display; what is left out stays. permissions replaces the whole set: read it with roles_list first. The role must be below the bot's highest role, and the bot can only change permissions that it has itself. Returns the role.",
  input: () =>
    requireChange(
      z.strictObject({
        guild_id: snowflake('guild'),
        role_id: snowflake('role'),
        ...roleArguments(),
        audit_reason: auditReason(),
      }),
      ['guild_id', 'role_id', 'audit_reason'],
    ),
  output: roleOutput,
  effect: 'idempotent',
  permissions: ['MANAGE_ROLES'],
  routes: ['PATCH /guilds/{guild_id}/roles/{role_id}'],
  run: async ({ guild_id, role_id, audit_reason, permissions, ...body }, discord) =>
    toNamedRole(
      await discord.patch<APIRole>(Routes.guildRole(guild_id, role_id), {
        body: { ...body, ...(permissions && { permissions: toPermissionBits(permissions) }) },
        reason: audit_reason,
      }),
    ),
});
