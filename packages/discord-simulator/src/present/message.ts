import type { MessageRecord, ReactionRecord } from '../world/message-records.ts';
import type { State } from '../world/state.ts';
import { toThread } from './channel.ts';
import { toPoll } from './poll.ts';
import { toUserById } from './user.ts';

/** Who looks, and when. */
export interface Viewer {
  readonly state: State;
  readonly actor: { readonly id: string };
  readonly now: number;
}

const REPLY = 19;

export function toMessage(viewer: Viewer, message: MessageRecord) {
  const { state, actor } = viewer;
  const reference = message.message_reference;
  const thread = state.channels.get(message.id);
  const replied = message.type === REPLY && reference && state.messages.get(reference.message_id);
  return {
    ...toBasicMessage(viewer, message),
    ...(message.type === REPLY && {
      referenced_message: replied ? toBasicMessage(viewer, replied) : null,
    }),
    ...(thread && { thread: toThread(thread, actor.id) }),
  };
}

function toBasicMessage(viewer: Viewer, message: MessageRecord) {
  const { state, actor, now } = viewer;
  return {
    id: message.id,
    channel_id: message.channel_id,
    author: toAuthor(state, message),
    type: message.type,
    content: message.content,
    timestamp: message.timestamp,
    edited_timestamp: message.edited_timestamp,
    tts: message.tts,
    flags: message.flags,
    mention_everyone: message.mention_everyone,
    mentions: message.mentions.map((id) => toUserById(state, id)),
    mention_roles: message.mention_roles,
    attachments: message.attachments.map((file) => toAttachment(message.channel_id, file)),
    embeds: message.embeds,
    components: message.components,
    pinned: message.pinned_at !== null,
    ...(message.nonce !== null && { nonce: message.nonce }),
    ...(message.webhook_id && { webhook_id: message.webhook_id }),
    ...(message.message_reference && { message_reference: message.message_reference }),
    ...(message.message_snapshots.length > 0 && { message_snapshots: message.message_snapshots }),
    ...(message.sticker_ids.length > 0 && { sticker_items: toStickerItems(state, message) }),
    ...(message.reactions.length > 0 && {
      reactions: message.reactions.map((reaction) => toReaction(reaction, actor.id)),
    }),
    ...(message.poll && { poll: toPoll(message.poll, actor.id, now) }),
  };
}

function toAuthor(state: State, message: MessageRecord) {
  if (!message.webhook_author) return toUserById(state, message.author_id);
  return {
    id: message.webhook_id ?? message.author_id,
    ...message.webhook_author,
    discriminator: '0000',
    public_flags: 0,
    flags: 0,
    bot: true,
    global_name: null,
    primary_guild: null,
  };
}

function toAttachment(channelId: string, file: MessageRecord['attachments'][number]) {
  const path = `attachments/${channelId}/${file.id}/${encodeURIComponent(file.filename)}`;
  return {
    ...file,
    url: `https://cdn.discordapp.com/${path}`,
    proxy_url: `https://media.discordapp.net/${path}`,
  };
}

function toStickerItems(state: State, message: MessageRecord) {
  return message.sticker_ids.flatMap((id) => {
    const sticker = state.stickers.get(id);
    return sticker ? [{ id, name: sticker.name, format_type: sticker.format_type }] : [];
  });
}

function toReaction({ emoji, user_ids }: ReactionRecord, viewerId: string) {
  return {
    emoji: { ...emoji },
    count: user_ids.length,
    count_details: { burst: 0, normal: user_ids.length },
    burst_colors: [],
    me_burst: false,
    me: user_ids.includes(viewerId),
  };
}
