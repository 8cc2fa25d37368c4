import type { PermissionRequirement } from '@guildline/mcp-core';
import { type RESTGetAPIChannelThreadsArchivedPublicResult, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { cursor } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { type ApiThread, threadOutput, toThread } from './thread.ts';

const permissionsOf: Readonly<Record<Archive, readonly PermissionRequirement[]>> = {
  public: ['READ_MESSAGE_HISTORY'],
  private: ['READ_MESSAGE_HISTORY', 'MANAGE_THREADS'],
  joined: ['READ_MESSAGE_HISTORY'],
};

type Archive = 'public' | 'private' | 'joined';

/** Discord pages by the time of archiving, and joined private threads by id. */
const cursorPattern = /^(\d{1,20}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d))$/;

export const threadsListArchived = defineDiscordTool({
  name: 'threads_list_archived',
  category: 'threads',
  title: 'List archived threads',
  description:
    'Lists archived threads of a channel, page by page: public ones (also forum posts) or private ones, both by time of archiving, latest first; or joined, the private ones that the bot is in. Private needs MANAGE_THREADS.',
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      archive: z.enum(['public', 'private', 'joined']).default('public'),
      limit: z.int().min(2).max(100).default(50),
      cursor: cursor(cursorPattern),
    }),
  output: () => z.object({ threads: z.array(threadOutput()), next_cursor: z.string().optional() }),
  effect: 'read',
  permissions: ['READ_MESSAGE_HISTORY'],
  permissionsFor: ({ archive }) => permissionsOf[archive],
  routes: [
    'GET /channels/{channel_id}/threads/archived/public',
    'GET /channels/{channel_id}/threads/archived/private',
    'GET /channels/{channel_id}/users/@me/threads/archived/private',
  ],
  run: async ({ channel_id, archive, limit, cursor }, discord) => {
    const route =
      archive === 'joined'
        ? Routes.channelJoinedArchivedThreads(channel_id)
        : Routes.channelThreads(channel_id, archive);
    const page = await discord.get<RESTGetAPIChannelThreadsArchivedPublicResult>(route, {
      query: { limit, before: cursor },
    });
    const threads = page.threads as ApiThread[];
    const last = threads.at(-1);
    // Discord's own text, because rounding its microseconds would skip threads.
    const next = archive === 'joined' ? last?.id : last?.thread_metadata?.archive_timestamp;
    return {
      threads: threads.map(toThread),
      ...(page.has_more && next && { next_cursor: next }),
    };
  },
});
