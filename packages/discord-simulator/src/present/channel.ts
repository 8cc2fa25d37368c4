import type { ChannelRecord, ThreadMemberRecord } from '../world/channel-records.ts';
import { isThread } from '../world/complete-channel.ts';
import type { State } from '../world/state.ts';
import { toUserById } from './user.ts';

const FORUM = new Set([15, 16]);
const VOICE = new Set([2, 13]);

/** Any channel as Discord shows it to `viewerId`. */
export function toChannel(state: State, channel: ChannelRecord, viewerId: string) {
  if (channel.type === 1) return toDirectChannel(state, channel, viewerId);
  return isThread(channel) ? toThread(channel, viewerId) : toGuildChannel(channel);
}

function toDirectChannel(state: State, channel: ChannelRecord, viewerId: string) {
  const others = channel.recipient_ids.filter((id) => id !== viewerId);
  return {
    id: channel.id,
    type: 1,
    last_message_id: channel.last_message_id,
    flags: channel.flags,
    recipients: others.map((id) => toUserById(state, id)),
  };
}

function toGuildChannel(channel: ChannelRecord) {
  const shared = {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guild_id,
    name: channel.name,
    position: channel.position,
    parent_id: channel.parent_id,
    flags: channel.flags,
    permission_overwrites: structuredClone(channel.permission_overwrites),
  };
  if (channel.type === 4) return shared;
  return {
    ...shared,
    nsfw: channel.nsfw,
    last_message_id: channel.last_message_id,
    rate_limit_per_user: channel.rate_limit_per_user,
    ...(VOICE.has(channel.type) ? voiceFields(channel) : textFields(channel)),
    ...(FORUM.has(channel.type) && forumFields(channel)),
  };
}

function voiceFields(channel: ChannelRecord) {
  return {
    bitrate: channel.bitrate,
    user_limit: channel.user_limit,
    rtc_region: channel.rtc_region,
    video_quality_mode: channel.video_quality_mode,
  };
}

function textFields(channel: ChannelRecord) {
  const archive = channel.default_auto_archive_duration;
  return {
    topic: channel.topic,
    last_pin_timestamp: channel.last_pin_timestamp,
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user,
    ...(archive && { default_auto_archive_duration: archive }),
  };
}

function forumFields(channel: ChannelRecord) {
  return {
    available_tags: structuredClone(channel.available_tags),
    default_reaction_emoji: channel.default_reaction_emoji,
    default_sort_order: channel.default_sort_order,
    default_forum_layout: channel.default_forum_layout,
  };
}

/** A thread; `member` is there when the viewer has joined it. */
export function toThread(thread: ChannelRecord, viewerId: string) {
  const own = thread.thread_members.find((member) => member.user_id === viewerId);
  return {
    id: thread.id,
    type: thread.type,
    guild_id: thread.guild_id,
    parent_id: thread.parent_id,
    name: thread.name,
    owner_id: thread.owner_id ?? thread.id,
    flags: thread.flags,
    last_message_id: thread.last_message_id,
    last_pin_timestamp: thread.last_pin_timestamp,
    rate_limit_per_user: thread.rate_limit_per_user,
    thread_metadata: { ...thread.thread_metadata },
    message_count: thread.message_count,
    member_count: Math.min(thread.thread_members.length, 50),
    total_message_sent: thread.total_message_sent,
    applied_tags: [...thread.applied_tags],
    ...(own && { member: toThreadMember(thread, own) }),
  };
}

export function toThreadMember(thread: ChannelRecord, member: ThreadMemberRecord) {
  return { id: thread.id, ...member };
}
