import { type RESTGetAPIGuildThreadsResult, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { type ApiThread, threadOutput, toThread } from './thread.ts';

export const threadsListActive = defineDiscordTool({
  name: 'threads_list_active',
  category: 'threads',
  title: 'List active threads',
  description:
    'Lists the threads of a guild that are not archived and that the bot can see, newest first; with channel_id only those of one channel or forum. For archived ones use threads_list_archived.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      channel_id: snowflake('channel').optional(),
    }),
  output: () => z.object({ threads: z.array(threadOutput()) }),
  effect: 'read',
  routes: ['GET /guilds/{guild_id}/threads/active'],
  run: async ({ guild_id, channel_id }, discord) => {
    const active = await discord.get<RESTGetAPIGuildThreadsResult>(
      Routes.guildActiveThreads(guild_id),
    );
    const threads = (active.threads as ApiThread[]).filter(
      ({ parent_id }) => channel_id === undefined || parent_id === channel_id,
    );
    return { threads: threads.map(toThread) };
  },
});
