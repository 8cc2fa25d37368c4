import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { rememberMembers } from '../../state/known-members.ts';
import { memberOutput, toMember } from './member.ts';

export const membersGet = defineDiscordTool({
  name: 'members_get',
  category: 'members',
  title: 'Get a member',
  description:
    'Returns one member of a guild: names, role ids, when they joined and until when they are timed out. For a user who is not in the guild use users_get.',
  input: () => z.strictObject({ guild_id: snowflake('guild'), user_id: snowflake('user') }),
  output: memberOutput,
  effect: 'read',
  stores: {
    members: (member, { args, previous }) => rememberMembers(previous, args.guild_id, [member]),
  },
  routes: ['GET /guilds/{guild_id}/members/{user_id}'],
  run: async ({ guild_id, user_id }, discord) =>
    toMember(await discord.get<APIGuildMember>(Routes.guildMember(guild_id, user_id))),
});
