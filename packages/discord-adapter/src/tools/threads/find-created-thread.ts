import { type LookupResult, ToolError } from '@guildline/mcp-core';
import {
  type APIGuildChannel,
  ChannelType,
  type RESTGetAPIChannelThreadsArchivedPublicResult,
  type RESTGetAPIGuildThreadsResult,
  RESTJSONErrorCodes,
  Routes,
} from 'discord-api-types/v10';
import type * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { creationSpan, idAt, judgeCreated } from '../created-since.ts';
import { discordCode } from '../discord-code.ts';
import type { NewThread } from './new-thread.ts';
import { type ApiThread, type threadOutput, toThread } from './thread.ts';

type Found = LookupResult<z.input<ReturnType<typeof threadOutput>>>;

/** Looks for the thread that a lost call may have started. */
export async function findCreatedThread(
  wanted: NewThread,
  since: number,
  discord: Discord,
): Promise<Found> {
  const botId = await discord.botId();
  return wanted.message_id === undefined
    ? findInChannel(wanted, since, botId, discord)
    : findAtMessage(wanted.message_id, wanted, since, botId, discord);
}

/** A message has at most one thread, with the id of the message. */
async function findAtMessage(
  messageId: string,
  wanted: NewThread,
  since: number,
  botId: string,
  discord: Discord,
): Promise<Found> {
  try {
    const thread = await discord.get<ApiThread>(Routes.channel(messageId));
    return judge([thread], wanted, since, botId);
  } catch (error) {
    if (discordCode(error) === RESTJSONErrorCodes.UnknownChannel) return { outcome: 'absent' };
    throw error;
  }
}

/** A young thread is active, or was archived by somebody since. */
async function findInChannel(
  wanted: NewThread,
  since: number,
  botId: string,
  discord: Discord,
): Promise<Found> {
  const channel = await discord.get<APIGuildChannel & { guild_id: string }>(
    Routes.channel(wanted.channel_id),
  );
  const active = await discord.get<RESTGetAPIGuildThreadsResult>(
    Routes.guildActiveThreads(channel.guild_id),
  );
  const threads = (active.threads as ApiThread[]).filter(
    ({ parent_id }) => parent_id === wanted.channel_id,
  );
  const archived = await readArchived(wanted, since, discord);
  if (!archived) return { outcome: 'unsure' };
  return judge([...threads, ...archived], wanted, since, botId);
}

/** The threads archived since the call, the latest first; undefined if they cannot all be read. */
async function readArchived(
  { channel_id, type }: NewThread,
  since: number,
  discord: Discord,
): Promise<readonly ApiThread[] | undefined> {
  const archive = type === ChannelType.PrivateThread ? 'private' : 'public';
  try {
    const page = await discord.get<RESTGetAPIChannelThreadsArchivedPublicResult>(
      Routes.channelThreads(channel_id, archive),
      { query: { limit: 100 } },
    );
    const threads = page.threads as ApiThread[];
    const oldest = threads.at(-1)?.thread_metadata?.archive_timestamp;
    const isWhole = !page.has_more || (oldest && Date.parse(oldest) < creationSpan(since).from);
    return isWhole ? threads : undefined;
  } catch (error) {
    if (error instanceof ToolError && error.code === 'DISCORD_PERMISSION_DENIED') return undefined;
    throw error;
  }
}

/** The id of a thread at a message tells the age of the message, so its own time of creation counts. */
function judge(
  threads: readonly ApiThread[],
  wanted: NewThread,
  since: number,
  botId: string,
): Found {
  const alike = threads
    .filter(({ owner_id, name }) => owner_id === botId && name.trim() === wanted.name.trim())
    .map((thread) => {
      const created = thread.thread_metadata?.create_timestamp;
      return { id: created ? idAt(Date.parse(created)) : thread.id, thread };
    });
  return judgeCreated(alike, since, ({ thread }) => toThread(thread));
}
