import { type APIRole, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { toPermissionBits } from '../../schema/permission-set.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { findCreatedRole } from './find-created-role.ts';
import { roleOutput, toNamedRole } from './role.ts';
import { roleArguments } from './role-arguments.ts';

export const rolesCreate = defineDiscordTool({
  name: 'roles_create',
  category: 'roles',
  title: 'Create a role',
  description:
    'Creates a role at the bottom of a guild. The bot can only grant permissions that it has itself; without permissions the role gets those of @everyone. Give it to people with members_add_role. Returns the role with its id.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      ...roleArguments(),
      audit_reason: auditReason(),
    }),
  output: roleOutput,
  effect: 'once',
  permissions: ['MANAGE_ROLES'],
  routes: [
    'POST /guilds/{guild_id}/roles',
    'GET /guilds/{guild_id}/roles',
    'GET /guilds/{guild_id}/audit-logs',
  ],
  run: async ({ guild_id, audit_reason, permissions, ...body }, discord) =>
    toNamedRole(
      await discord.post<APIRole>(Routes.guildRoles(guild_id), {
        body: { ...body, ...(permissions && { permissions: toPermissionBits(permissions) }) },
        reason: audit_reason,
      }),
    ),
  lookup: findCreatedRole,
});
