import type { EmojiRecord, GuildRecord, StickerRecord } from '../world/guild-records.ts';
import { compareIds } from '../world/ids.ts';
import type { State } from '../world/state.ts';
import { toRole } from './role.ts';
import { toUserById } from './user.ts';

export function toGuild(state: State, guild: GuildRecord) {
  return {
    ...guild,
    home_header: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    application_id: null,
    region: 'deprecated',
    widget_enabled: false,
    widget_channel_id: null,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    premium_progress_bar_enabled: false,
    nsfw: guild.nsfw_level === 1 || guild.nsfw_level === 3,
    incidents_data: null,
    roles: state.roles
      .of(guild.id)
      .sort((left, right) => compareIds(left.id, right.id))
      .map(toRole),
    emojis: state.emojis.of(guild.id).map((emoji) => toEmoji(state, emoji)),
    stickers: state.stickers.of(guild.id).map(toSticker),
  };
}

/** The guild with the counts that are given on request. */
export function toGuildWithCounts(state: State, guild: GuildRecord) {
  const count = state.members.of(guild.id).length;
  return {
    ...toGuild(state, guild),
    approximate_member_count: count,
    approximate_presence_count: Math.ceil(count / 3),
  };
}

export function toEmoji(state: State, emoji: EmojiRecord) {
  const { guild_id: _, user_id, ...shown } = emoji;
  return { ...shown, ...(user_id && { user: toUserById(state, user_id) }) };
}

export function toSticker(sticker: StickerRecord) {
  return { ...sticker, type: 2 };
}
