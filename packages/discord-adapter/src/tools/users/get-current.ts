import { type APIUser, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { toUser, userOutput } from './user.ts';

export const usersGetCurrent = defineDiscordTool({
  name: 'users_get_current',
  category: 'users',
  title: 'Get the bot user',
  description:
    'Returns the bot that this server acts as. A cheap way to check that the token works.',
  input: () => z.strictObject({}),
  output: userOutput,
  effect: 'read',
  routes: ['GET /users/@me'],
  run: async (_, discord) => toUser(await discord.get<APIUser>(Routes.user())),
});
