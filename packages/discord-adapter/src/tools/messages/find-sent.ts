import type { LookupResult } from '@guildline/mcp-core';
import { type APIMessage, Routes } from 'discord-api-types/v10';
import type { Discord } from '../../discord.ts';
import { createdAt, creationSpan, idAt, judgeCreated } from '../created-since.ts';
import type { MessageBody, MessagePart } from './message-bodies.ts';

const pageSize = 100;
const pages = 10;

/** Where and by whom the lost messages would have been written. */
export interface SentSearch {
  readonly channelId: string;
  readonly authorId: string;
  readonly parts: readonly MessagePart[];
  /** The message that the first part answers. */
  readonly replyTo?: string | undefined;
  readonly since: number;
  /** The id of the channel's newest message, as the channel itself tells. */
  readonly lastMessageId: string | null | undefined;
}

/**
 * Looks in a channel for the messages of a call whose answer was lost. `applied` needs every part
 * exactly once, `absent` none of them; some, several, edited ones and a history that the bot cannot
 * read are `unsure`.
 */
export async function findSent(
  search: SentSearch,
  discord: Discord,
): Promise<LookupResult<[APIMessage, ...APIMessage[]]>> {
  const listed = await listSince(search, discord);
  if (!listed) return { outcome: 'unsure' };
  const own = listed.filter(({ author }) => author.id === search.authorId);
  const judged = search.parts.map((part, index) =>
    judgeCreated(
      own.filter((message) => isPart(message, part, index === 0 ? search.replyTo : undefined)),
      search.since,
      (message) => message,
    ),
  );
  const found = judged.flatMap((one) => (one.outcome === 'applied' ? [one.result] : []));
  const [first, ...others] = found;
  if (first && found.length === search.parts.length && search.parts.every(isTelling)) {
    return { outcome: 'applied', result: [first, ...others] };
  }
  const none = judged.every(({ outcome }) => outcome === 'absent');
  return none && !own.some(({ edited_timestamp }) => edited_timestamp)
    ? { outcome: 'absent' }
    : { outcome: 'unsure' };
}

/** Every message of the span in which the call can have sent; `undefined` if that cannot be known. */
async function listSince(
  { channelId, since, lastMessageId }: SentSearch,
  discord: Discord,
): Promise<APIMessage[] | undefined> {
  const { from, to } = creationSpan(since);
  const listed: APIMessage[] = [];
  let after = idAt(from);
  for (let page = 0; page < pages; page += 1) {
    const messages = await discord.get<APIMessage[]>(Routes.channelMessages(channelId), {
      query: { after, limit: pageSize },
    });
    const [newest] = messages;
    listed.push(...messages);
    if (newest && messages.length === pageSize && createdAt(newest.id) <= to) {
      after = newest.id;
      continue;
    }
    // Without READ_MESSAGE_HISTORY Discord answers with an empty list, not with an error.
    const hidden = listed.length === 0 && createdAt(lastMessageId ?? '0') >= from;
    return hidden ? undefined : listed;
  }
  return undefined;
}

function isPart(
  message: APIMessage,
  { body, files }: MessagePart,
  replyTo: string | undefined,
): boolean {
  return (
    message.content.trim() === (body.content ?? '').trim() &&
    message.attachments.length === files.length &&
    toEmbedText(message.embeds.slice(0, body.embeds?.length ?? 0)) === toEmbedText(body.embeds) &&
    (message.poll?.question.text ?? '') === (body.poll?.question.text ?? '') &&
    (message.components?.length ?? 0) === (body.components?.length ?? 0) &&
    (replyTo === undefined || message.message_reference?.message_id === replyTo)
  );
}

/** True if a part has text of its own, by which its message can be told from others. */
function isTelling({ body }: MessagePart): boolean {
  return Boolean(body.content?.trim() || body.poll || toEmbedText(body.embeds) !== '[]');
}

function toEmbedText(
  list: MessageBody['embeds'] | readonly { title?: string; description?: string }[],
): string {
  return JSON.stringify(
    (list ?? []).map(({ title, description }) => [title?.trim(), description?.trim()]),
  );
}
