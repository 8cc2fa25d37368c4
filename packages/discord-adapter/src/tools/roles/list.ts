import { type APIRole, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { roleOutput, toRole } from './role.ts';

export const rolesList = defineDiscordTool({
  name: 'roles_list',
  category: 'roles',
  title: 'List roles',
  description: 'Lists every role of a guild, highest first, with its id, position and permissions.',
  input: () => z.strictObject({ guild_id: snowflake('guild') }),
  output: () => z.object({ roles: z.array(roleOutput()) }),
  effect: 'read',
  routes: ['GET /guilds/{guild_id}/roles'],
  run: async ({ guild_id }, discord) => {
    const roles = await discord.get<APIRole[]>(Routes.guildRoles(guild_id));
    return { roles: roles.sort((a, b) => b.position - a.position).map(toRole) };
  },
});
