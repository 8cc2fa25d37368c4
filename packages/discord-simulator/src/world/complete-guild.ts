import type {
  AutoModerationRuleRecord,
  EmojiRecord,
  EventRecord,
  GuildRecord,
  RoleRecord,
  StickerRecord,
} from './guild-records.ts';
import type { Sketch } from './world.ts';

/** What `@everyone` may do in a guild Discord has just made. */
const EVERYONE_PERMISSIONS = '2222085186637377';

export function completeGuild(guild: Sketch<GuildRecord, 'id'>, owner: string): GuildRecord {
  return {
    name: `Guild ${guild.id.slice(-4)}`,
    owner_id: owner,
    description: null,
    icon: null,
    features: [],
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    premium_tier: 0,
    premium_subscription_count: 0,
    nsfw_level: 0,
    preferred_locale: 'en-US',
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    vanity_url_code: null,
    ...guild,
  };
}

export function completeRole(role: Sketch<RoleRecord, 'id' | 'guild_id'>): RoleRecord {
  const everyone = role.id === role.guild_id;
  return {
    name: everyone ? '@everyone' : 'new role',
    permissions: everyone ? EVERYONE_PERMISSIONS : '0',
    position: everyone ? 0 : 1,
    color: 0,
    hoist: false,
    managed: false,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    bot_id: null,
    ...role,
  };
}

export function completeEmoji(emoji: Sketch<EmojiRecord, 'id' | 'guild_id'>): EmojiRecord {
  return {
    name: `emoji_${emoji.id.slice(-4)}`,
    roles: [],
    animated: false,
    available: true,
    managed: false,
    require_colons: true,
    user_id: null,
    ...emoji,
  };
}

export function completeSticker(sticker: Sketch<StickerRecord, 'id' | 'guild_id'>): StickerRecord {
  return {
    name: `sticker_${sticker.id.slice(-4)}`,
    description: null,
    tags: 'wave',
    format_type: 1,
    available: true,
    ...sticker,
  };
}

export function completeEvent(event: Sketch<EventRecord, 'id' | 'guild_id'>): EventRecord {
  return {
    channel_id: null,
    creator_id: null,
    name: 'Event',
    description: null,
    image: null,
    scheduled_start_time: '2030-01-01T17:00:00+00:00',
    scheduled_end_time:
      event.entity_type && event.entity_type !== 3 ? null : '2030-01-01T18:00:00+00:00',
    privacy_level: 2,
    status: 1,
    entity_type: 3,
    entity_id: null,
    entity_metadata:
      event.entity_type && event.entity_type !== 3 ? null : { location: 'Somewhere' },
    recurrence_rule: null,
    subscriber_ids: [],
    ...event,
  };
}

export function completeAutoModerationRule(
  rule: Sketch<AutoModerationRuleRecord, 'id' | 'guild_id'>,
  owner: string,
): AutoModerationRuleRecord {
  return {
    name: 'Rule',
    creator_id: owner,
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: [], regex_patterns: [], allow_list: [] },
    actions: [{ type: 1, metadata: {} }],
    enabled: true,
    exempt_roles: [],
    exempt_channels: [],
    ...rule,
  };
}
