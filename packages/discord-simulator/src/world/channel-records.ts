/** One permission overwrite; `type` is 0 for a role, 1 for a member. */
export interface OverwriteRecord {
  id: string;
  type: 0 | 1;
  allow: string;
  deny: string;
}

export interface ForumTagRecord {
  id: string;
  name: string;
  moderated: boolean;
  emoji_id: string | null;
  emoji_name: string | null;
}

export interface ThreadMetadataRecord {
  archived: boolean;
  auto_archive_duration: number;
  archive_timestamp: string;
  locked: boolean;
  create_timestamp: string;
  /** Only private threads. */
  invitable?: boolean;
}

export interface ThreadMemberRecord {
  user_id: string;
  join_timestamp: string;
  flags: number;
}

/** Any channel: guild channel, thread (`types` 10 to 12) or direct message (`type` 1, no guild). */
export interface ChannelRecord {
  readonly id: string;
  readonly guild_id: string | null;
  type: number;
  name: string | null;
  position: number;
  parent_id: string | null;
  topic: string | null;
  nsfw: boolean;
  rate_limit_per_user: number;
  permission_overwrites: OverwriteRecord[];
  bitrate: number;
  user_limit: number;
  rtc_region: string | null;
  video_quality_mode: number;
  available_tags: ForumTagRecord[];
  default_reaction_emoji: { emoji_id: string | null; emoji_name: string | null } | null;
  default_sort_order: number | null;
  default_forum_layout: number;
  default_auto_archive_duration: number | null;
  default_thread_rate_limit_per_user: number;
  flags: number;
  last_message_id: string | null;
  last_pin_timestamp: string | null;
  /** Threads only. */
  owner_id: string | null;
  thread_metadata: ThreadMetadataRecord | null;
  thread_members: ThreadMemberRecord[];
  message_count: number;
  total_message_sent: number;
  applied_tags: string[];
  /** Direct messages only: everybody in it, the bot included. */
  recipient_ids: string[];
}

/** A webhook. `type` is 1 for one that can be executed, 2 for a channel follower. */
export interface WebhookRecord {
  readonly id: string;
  readonly guild_id: string;
  channel_id: string;
  type: number;
  name: string;
  avatar: string | null;
  token: string;
  user_id: string | null;
  application_id: string | null;
  /** Of a channel follower (`type` 2): the announcement channel it follows, as Discord shows it. */
  source_guild: { id: string; name: string; icon: string | null } | null;
  source_channel: { id: string; name: string } | null;
}

export interface InviteRecord {
  readonly code: string;
  readonly guild_id: string;
  channel_id: string;
  inviter_id: string | null;
  /** Seconds; 0 never expires. */
  max_age: number;
  /** 0 is unlimited. */
  max_uses: number;
  uses: number;
  temporary: boolean;
  created_at: string;
  expires_at: string | null;
}
