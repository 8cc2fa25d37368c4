import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { limit } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { rememberMembers } from '../../state/known-members.ts';
import { memberOutput, toMember } from './member.ts';

export const membersSearch = defineDiscordTool({
  name: 'members_search',
  category: 'members',
  title: 'Search members',
  description:
    'Finds members whose username or nickname starts with a text. Returns at most limit members; truncated says that there may be more, so make the query longer or the limit higher.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      query: z.string().min(1).max(100),
      limit: limit(1000, 25),
    }),
  output: () => z.object({ members: z.array(memberOutput()), truncated: z.boolean().optional() }),
  effect: 'read',
  stores: {
    members: ({ members }, { args, previous }) => rememberMembers(previous, args.guild_id, members),
  },
  routes: ['GET /guilds/{guild_id}/members/search'],
  run: async ({ guild_id, query, limit }, discord) => {
    const members = await discord.get<APIGuildMember[]>(Routes.guildMembersSearch(guild_id), {
      query: { query, limit },
    });
    return {
      members: members.map(toMember),
      ...(members.length === limit && { truncated: true }),
    };
  },
});
