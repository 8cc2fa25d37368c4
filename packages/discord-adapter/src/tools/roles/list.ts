import { type APIRole, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { roleOutput, toNamedRole, toRole } from './role.ts';

export const rolesList = defineDiscordTool({
  name: 'roles_list',
  category: 'roles',
  title: 'List roles',
  description:
    'Lists every role of a guild, highest first, with its id, position and permissions. The last one, @everyone, has the id of the guild.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      with_permission_names: z
        .boolean()
        .default(false)
        .describe('Also name the permissions; long for many roles.'),
    }),
  output: () => z.object({ roles: z.array(roleOutput()) }),
  effect: 'read',
  routes: ['GET /guilds/{guild_id}/roles'],
  run: async ({ guild_id, with_permission_names }, discord) => {
    const roles = await discord.get<APIRole[]>(Routes.guildRoles(guild_id));
    return {
      roles: roles.sort(byRank).map((role) => (with_permission_names ? toNamedRole : toRole)(role)),
    };
  },
});

/** Highest first. Of two roles at one position, the older one, with the lesser id, is the higher. */
function byRank(one: APIRole, other: APIRole): number {
  if (one.position !== other.position) return other.position - one.position;
  return BigInt(one.id) < BigInt(other.id) ? -1 : 1;
}
