import { untrusted } from '@guildline/mcp-core';
import { type RESTGetAPICurrentUserGuildsResult, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { cursor, limit, nextCursor } from '../../schema/page.ts';
import { reference } from '../../schema/snowflake.ts';
import { rememberGuilds } from '../../state/known-guilds.ts';

export const guildListMine = defineDiscordTool({
  name: 'guild_list_mine',
  category: 'guilds',
  title: "List the bot's guilds",
  description:
    "Lists the guilds (servers) that the bot is in by ascending id, with the bot's own guild-wide permissions as a bitfield. Start here when no guild id is known.",
  input: () => z.strictObject({ limit: limit(200, 200), cursor: cursor() }),
  output: () =>
    z.object({
      guilds: z.array(
        z.object({
          id: reference('guild'),
          name: untrusted(z.string()),
          owner: z.boolean(),
          permissions: z.string(),
          approximate_member_count: z.int().nullable(),
        }),
      ),
      next_cursor: z.string().optional(),
    }),
  effect: 'read',
  stores: { guilds: ({ guilds }, { previous }) => rememberGuilds(previous, guilds) },
  routes: ['GET /users/@me/guilds'],
  run: async ({ limit, cursor }, discord) => {
    const guilds = await discord.get<RESTGetAPICurrentUserGuildsResult>(Routes.userGuilds(), {
      query: { limit, after: cursor, with_counts: true },
    });
    return {
      guilds: guilds.map(({ id, name, owner, permissions, approximate_member_count }) => ({
        id,
        name,
        owner,
        permissions,
        approximate_member_count: approximate_member_count ?? null,
      })),
      ...nextCursor(guilds, limit, ({ id }) => id),
    };
  },
});
