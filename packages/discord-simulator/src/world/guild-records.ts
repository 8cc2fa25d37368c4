/** A person or a bot. A user with `bot: true` can be used with `botToken(id)`. */
export interface UserRecord {
  readonly id: string;
  username: string;
  global_name: string | null;
  discriminator: string;
  avatar: string | null;
  bot: boolean;
  public_flags: number;
  /** For a bot: whether its owner has two-factor authentication, which guilds with `mfa_level` 1 ask for. */
  mfa_enabled: boolean;
  /** True when nobody can open a direct message with this user (error 50007). */
  refuses_direct_messages: boolean;
  /** For a bot: whether it has the privileged intent that listing members asks for. */
  members_intent: boolean;
}

/** A guild without the lists that belong to it. */
export interface GuildRecord {
  readonly id: string;
  name: string;
  owner_id: string;
  description: string | null;
  icon: string | null;
  features: string[];
  verification_level: number;
  default_message_notifications: number;
  explicit_content_filter: number;
  mfa_level: number;
  premium_tier: number;
  premium_subscription_count: number;
  nsfw_level: number;
  preferred_locale: string;
  afk_channel_id: string | null;
  afk_timeout: number;
  system_channel_id: string | null;
  system_channel_flags: number;
  rules_channel_id: string | null;
  public_updates_channel_id: string | null;
  safety_alerts_channel_id: string | null;
  vanity_url_code: string | null;
}

/** A role. The role whose id is the guild's id is `@everyone`. */
export interface RoleRecord {
  readonly id: string;
  readonly guild_id: string;
  name: string;
  /** A bit field as a decimal string. */
  permissions: string;
  position: number;
  color: number;
  hoist: boolean;
  managed: boolean;
  mentionable: boolean;
  icon: string | null;
  unicode_emoji: string | null;
  flags: number;
  /** The bot this managed role belongs to. */
  bot_id: string | null;
}

export interface MemberRecord {
  readonly guild_id: string;
  readonly user_id: string;
  nick: string | null;
  /** Role ids without `@everyone`. */
  roles: string[];
  joined_at: string;
  premium_since: string | null;
  deaf: boolean;
  mute: boolean;
  pending: boolean;
  communication_disabled_until: string | null;
  flags: number;
  avatar: string | null;
  /** The voice channel the member is in. */
  voice_channel_id: string | null;
}

export interface BanRecord {
  readonly guild_id: string;
  readonly user_id: string;
  reason: string | null;
}

export interface EmojiRecord {
  readonly id: string;
  readonly guild_id: string;
  name: string;
  roles: string[];
  animated: boolean;
  available: boolean;
  managed: boolean;
  require_colons: boolean;
  user_id: string | null;
}

export interface StickerRecord {
  readonly id: string;
  readonly guild_id: string;
  name: string;
  description: string | null;
  tags: string;
  format_type: number;
  available: boolean;
}

/** A scheduled event. `entity_type` is 1 stage, 2 voice, 3 external. */
export interface EventRecord {
  readonly id: string;
  readonly guild_id: string;
  channel_id: string | null;
  creator_id: string | null;
  name: string;
  description: string | null;
  image: string | null;
  scheduled_start_time: string;
  scheduled_end_time: string | null;
  privacy_level: number;
  /** 1 scheduled, 2 active, 3 completed, 4 canceled. */
  status: number;
  entity_type: number;
  entity_id: string | null;
  entity_metadata: { location: string } | null;
  recurrence_rule: Record<string, unknown> | null;
  subscriber_ids: string[];
}

/** An auto-moderation rule as Discord shows it. */
export interface AutoModerationRuleRecord {
  readonly id: string;
  readonly guild_id: string;
  name: string;
  creator_id: string;
  event_type: number;
  trigger_type: number;
  trigger_metadata: Record<string, unknown>;
  actions: Record<string, unknown>[];
  enabled: boolean;
  exempt_roles: string[];
  exempt_channels: string[];
}

export interface AuditLogChange {
  key: string;
  old_value?: unknown;
  new_value?: unknown;
}

export interface AuditLogRecord {
  readonly id: string;
  readonly guild_id: string;
  action_type: number;
  user_id: string | null;
  target_id: string | null;
  changes?: AuditLogChange[];
  options?: Record<string, string>;
  reason?: string;
}
