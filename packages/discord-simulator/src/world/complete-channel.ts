import type { ChannelRecord, ThreadMetadataRecord } from './channel-records.ts';
import { snowflakeTime } from './ids.ts';
import type { MessageRecord } from './message-records.ts';
import type { Sketch } from './world.ts';

const THREAD_TYPES = new Set([10, 11, 12]);

export function isThread(channel: { readonly type: number }): boolean {
  return THREAD_TYPES.has(channel.type);
}

export function completeChannel(channel: Sketch<ChannelRecord, 'id'>): ChannelRecord {
  const type = channel.type ?? 0;
  const thread = THREAD_TYPES.has(type);
  return {
    guild_id: null,
    type,
    name: type === 1 ? null : `channel-${channel.id.slice(-4)}`,
    position: 0,
    parent_id: null,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    permission_overwrites: [],
    bitrate: 64_000,
    user_limit: 0,
    rtc_region: null,
    video_quality_mode: 1,
    available_tags: [],
    default_reaction_emoji: null,
    default_sort_order: null,
    default_forum_layout: 0,
    default_auto_archive_duration: null,
    default_thread_rate_limit_per_user: 0,
    flags: 0,
    last_message_id: null,
    last_pin_timestamp: null,
    owner_id: null,
    thread_metadata: thread ? threadMetadata(channel.id, type) : null,
    thread_members: [],
    message_count: 0,
    total_message_sent: 0,
    applied_tags: [],
    recipient_ids: [],
    ...channel,
  };
}

function threadMetadata(id: string, type: number): ThreadMetadataRecord {
  const made = new Date(snowflakeTime(id)).toISOString();
  return {
    archived: false,
    auto_archive_duration: 4320,
    archive_timestamp: made,
    locked: false,
    create_timestamp: made,
    ...(type === 12 && { invitable: true }),
  };
}

export function completeMessage(
  message: Sketch<MessageRecord, 'id' | 'channel_id'>,
  author: string,
): MessageRecord {
  return {
    author_id: author,
    type: 0,
    content: '',
    timestamp: new Date(snowflakeTime(message.id)).toISOString(),
    edited_timestamp: null,
    tts: false,
    flags: 0,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    sticker_ids: [],
    reactions: [],
    pinned_at: null,
    message_reference: null,
    message_snapshots: [],
    poll: null,
    nonce: null,
    webhook_id: null,
    webhook_author: null,
    ...message,
  };
}
