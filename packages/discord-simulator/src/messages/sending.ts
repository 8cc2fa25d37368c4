import { apiError } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import { Permission } from '../permissions/bits.ts';
import type { ChannelRecord } from '../world/channel-records.ts';
import { isThread } from '../world/complete-channel.ts';
import type { MessageDraft } from './message-rule.ts';

const TEXT_TYPES = new Set([0, 1, 2, 5, 10, 11, 12, 13]);

/** Refuses a channel that holds no messages. */
export function requireTextChannel(channel: ChannelRecord): void {
  if (!TEXT_TYPES.has(channel.type)) throw apiError(50008);
}

/** The sender may post what the draft holds in this channel. */
export function requireSending(
  { state, authority, files }: RequestContext,
  channel: ChannelRecord,
  draft: MessageDraft,
): void {
  const refuses = channel.recipient_ids.some((id) => state.users.get(id)?.refuses_direct_messages);
  if (refuses) throw apiError(50007);
  authority.requireInChannel(channel, isThread(channel) ? 'SendMessagesInThreads' : 'SendMessages');
  if (draft.tts) authority.requireInChannel(channel, 'SendTTSMessages');
  if (draft.embeds && draft.embeds.length > 0) authority.requireInChannel(channel, 'EmbedLinks');
  if (files.length > 0) authority.requireInChannel(channel, 'AttachFiles');
  if (draft.poll && channel.guild_id) authority.requireInChannel(channel, 'SendPolls');
}

/** A locked thread takes messages only from who manages threads; an archived one that is locked, from nobody. */
export function requireOpenThread(
  { authority }: Pick<RequestContext, 'authority'>,
  channel: ChannelRecord,
): void {
  const metadata = channel.thread_metadata;
  if (!metadata?.locked) return;
  if (metadata.archived) throw apiError(50083);
  const manages = (authority.inChannel(channel) & Permission.ManageThreads) !== 0n;
  if (!manages) throw apiError(160005);
}
