import { untrusted } from '@guildline/mcp-core';
import { type APIBan, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { cursor, limit, nextCursor } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';

export const membersListBans = defineDiscordTool({
  name: 'members_list_bans',
  category: 'members',
  title: 'List bans',
  description: 'Lists the bans of a guild by ascending user id, page by page, with their reasons.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      limit: limit(1000, 100),
      cursor: cursor(),
    }),
  output: () =>
    z.object({
      bans: z.array(
        z.object({
          user_id: z.string(),
          username: untrusted(z.string()),
          reason: untrusted(z.string()).nullable(),
        }),
      ),
      next_cursor: z.string().optional(),
    }),
  effect: 'read',
  permissions: ['BAN_MEMBERS'],
  routes: ['GET /guilds/{guild_id}/bans'],
  run: async ({ guild_id, limit, cursor }, discord) => {
    const query = { limit, after: cursor };
    const bans = (await discord.get<APIBan[] | null>(Routes.guildBans(guild_id), { query })) ?? [];
    return {
      bans: bans.map(({ user, reason }) => ({
        user_id: user.id,
        username: user.username,
        reason,
      })),
      ...nextCursor(bans, limit, ({ user }) => user.id),
    };
  },
});
