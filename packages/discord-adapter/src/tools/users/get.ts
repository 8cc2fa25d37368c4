import { type APIUser, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { toUser, userOutput } from './user.ts';

export const usersGet = defineDiscordTool({
  name: 'users_get',
  category: 'users',
  title: 'Get a user',
  description:
    'Returns the names of any Discord user by id, whether or not they share a guild with the bot. For roles, nickname and join date use members_get.',
  input: () => z.strictObject({ user_id: snowflake('user') }),
  output: userOutput,
  effect: 'read',
  routes: ['GET /users/{user_id}'],
  run: async ({ user_id }, discord) => toUser(await discord.get<APIUser>(Routes.user(user_id))),
});
