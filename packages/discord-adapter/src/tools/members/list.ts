import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { cursor, limit, nextCursor } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { rememberMembers } from '../../state/known-members.ts';
import { explainIntent } from './explain-intent.ts';
import { memberOutput, toMember } from './member.ts';

export const membersList = defineDiscordTool({
  name: 'members_list',
  category: 'members',
  title: 'List members',
  description:
    'Lists members of a guild by ascending user id, page by page. To find people by name use members_search, for one known id members_get. Needs the privileged Server Members intent, which is switched on in the Discord developer portal.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      limit: limit(1000, 100),
      cursor: cursor(),
    }),
  output: () => z.object({ members: z.array(memberOutput()), next_cursor: z.string().optional() }),
  effect: 'read',
  stores: {
    members: ({ members }, { args, previous }) => rememberMembers(previous, args.guild_id, members),
  },
  routes: ['GET /guilds/{guild_id}/members'],
  run: async ({ guild_id, limit, cursor }, discord) => {
    const members = await discord
      .get<APIGuildMember[]>(Routes.guildMembers(guild_id), { query: { limit, after: cursor } })
      .catch(explainIntent);
    return {
      members: members.map(toMember),
      ...nextCursor(members, limit, ({ user }) => user.id),
    };
  },
});
