import { apiError } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import { toTimestamp } from '../validate/scalars.ts';
import type { ChannelRecord } from '../world/channel-records.ts';
import { completeMessage, isThread } from '../world/complete-channel.ts';
import type { MessageRecord } from '../world/message-records.ts';
import type { State } from '../world/state.ts';
import { checkFiles, toAttachments } from './attachments.ts';
import { toStoredComponents } from './components.ts';
import { isEmptyEmbed, toStoredEmbeds } from './embeds.ts';
import { findMentions } from './mentions.ts';
import { type MessageDraft, MessageFlag } from './message-rule.ts';
import { toStoredPoll } from './polls.ts';
import { type Reference, toSnapshots } from './references.ts';

const SETTABLE =
  MessageFlag.SuppressEmbeds |
  MessageFlag.SuppressNotifications |
  MessageFlag.IsVoiceMessage |
  MessageFlag.IsComponentsV2;
const REPLY = 19;

export interface Posting {
  readonly channel: ChannelRecord;
  readonly draft: MessageDraft;
  readonly reference: Reference;
  /** Defaults to a new one. The first message of a forum post has the thread's id. */
  readonly id?: string;
  readonly webhook?: Pick<MessageRecord, 'webhook_id' | 'webhook_author'> & { author_id: string };
}

/** Refuses a draft in which there is nothing to see (50006) and stickers that do not exist (50081). */
export function requireContent(
  { state, files }: RequestContext,
  draft: MessageDraft,
  reference: Reference,
): void {
  checkFiles(files);
  for (const id of draft.sticker_ids ?? []) if (!state.stickers.has(id)) throw apiError(50081);
  const embeds = (draft.embeds ?? []).filter((embed) => !isEmptyEmbed(embed));
  const parts = [draft.content, draft.poll, reference.isForward, files.length];
  const lists = [embeds, draft.sticker_ids ?? [], draft.components ?? []];
  const empty = parts.every((part) => !part) && lists.every((part) => part.length === 0);
  if (empty) throw apiError(50006);
}

/** Adds the message and what follows from it in the channel. The draft has been checked. */
export function postMessage(context: RequestContext, posting: Posting): MessageRecord {
  const { state, ids, now, actor, authority, files } = context;
  const { channel, draft, reference, webhook } = posting;
  const content = draft.content ?? '';
  const repliedTo = reference.isForward ? undefined : reference.target?.author_id;
  const message = state.messages.add(
    completeMessage(
      {
        id: posting.id ?? ids.next(),
        channel_id: channel.id,
        author_id: actor.id,
        type: reference.record && !reference.isForward ? REPLY : 0,
        content,
        timestamp: toTimestamp(now),
        tts: draft.tts ?? false,
        flags: (draft.flags ?? 0) & SETTABLE,
        ...findMentions(state, channel, {
          content,
          allowed: draft.allowed_mentions,
          repliedTo,
          mayPingAll: webhook !== undefined || authority.mayInChannel(channel, 'MentionEveryone'),
        }),
        attachments: toAttachments(files, draft.attachments, ids),
        embeds: toStoredEmbeds(draft.embeds ?? []),
        components: toStoredComponents(draft.components ?? [], ids),
        sticker_ids: draft.sticker_ids ?? [],
        message_reference: reference.record,
        message_snapshots: toSnapshots(reference),
        poll: draft.poll ? toStoredPoll(draft.poll, now) : null,
        nonce: draft.nonce ?? null,
        ...webhook,
      },
      actor.id,
    ),
  );
  noteMessage(state, channel, message, now);
  return message;
}

function noteMessage(state: State, channel: ChannelRecord, message: MessageRecord, now: number) {
  state.channels.update(channel, { last_message_id: message.id });
  if (!isThread(channel)) return;
  const joined = channel.thread_members.some(({ user_id }) => user_id === message.author_id);
  const joins = !joined && !message.webhook_id;
  state.channels.update(channel, {
    message_count: channel.message_count + 1,
    total_message_sent: channel.total_message_sent + 1,
    ...(channel.thread_metadata?.archived && {
      thread_metadata: {
        ...channel.thread_metadata,
        archived: false,
        archive_timestamp: toTimestamp(now),
      },
    }),
    ...(joins && {
      thread_members: [
        ...channel.thread_members,
        { user_id: message.author_id, join_timestamp: toTimestamp(now), flags: 1 },
      ],
    }),
  });
}
