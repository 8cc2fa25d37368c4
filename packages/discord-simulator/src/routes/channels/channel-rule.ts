import type { RequestContext } from '../../http/route.ts';
import { list } from '../../validate/collections.ts';
import { nullish, type Output, object, optional } from '../../validate/rule.ts';
import {
  boolean,
  checkLength,
  choice,
  integer,
  permissionBits,
  snowflake,
  text,
} from '../../validate/scalars.ts';
import type { Spot } from '../../validate/spot.ts';
import type {
  ChannelRecord,
  ForumTagRecord,
  OverwriteRecord,
} from '../../world/channel-records.ts';
import type { Ids } from '../../world/ids.ts';

const FORUMS = new Set([15, 16]);
const SLOWMODE = integer({ min: 0, max: 21_600 });
const MAXIMUM_IN_CATEGORY = 50;

export const archiveDuration = choice(60, 1440, 4320, 10_080);

const reactionEmoji = object({
  emoji_id: nullish(snowflake()),
  emoji_name: nullish(text({ max: 100 })),
});

const overwriteRule = object({
  id: snowflake(),
  type: optional(choice(0, 1)),
  allow: nullish(permissionBits()),
  deny: nullish(permissionBits()),
});

const shared = {
  position: nullish(integer({ min: 0 })),
  topic: nullish(text({ max: 4096 })),
  nsfw: nullish(boolean()),
  rate_limit_per_user: nullish(SLOWMODE),
  bitrate: nullish(integer({ min: 8000, max: 96_000 })),
  user_limit: nullish(integer({ min: 0, max: 10_000 })),
  parent_id: nullish(snowflake()),
  permission_overwrites: nullish(list(overwriteRule, { max: 100 })),
  rtc_region: nullish(text()),
  video_quality_mode: nullish(choice(1, 2)),
  default_auto_archive_duration: nullish(archiveDuration),
  default_thread_rate_limit_per_user: nullish(SLOWMODE),
  default_reaction_emoji: nullish(reactionEmoji),
  default_sort_order: nullish(choice(0, 1)),
  default_forum_layout: nullish(choice(0, 1, 2)),
  available_tags: nullish(
    list(
      object({
        id: nullish(snowflake()),
        name: text({ min: 1, max: 50 }),
        moderated: nullish(boolean()),
        emoji_id: nullish(snowflake()),
        emoji_name: nullish(text({ max: 100 })),
      }),
      { max: 20 },
    ),
  ),
};

export const createRule = object({
  ...shared,
  name: text({ min: 1, max: 100 }),
  type: nullish(choice(0, 2, 4, 5, 13, 14, 15, 16)),
});

export const modifyRule = object({
  ...shared,
  name: optional(text({ min: 1, max: 100 })),
  type: nullish(choice(0, 5)),
  flags: nullish(integer({ min: 0, max: 0x7f_ff_ff_ff })),
});

export type ChannelDraft = Output<typeof createRule> | Output<typeof modifyRule>;

/** The rules that depend on what kind of channel it is and where it goes. */
export function checkChannel(
  { state }: RequestContext,
  channel: ChannelRecord,
  draft: ChannelDraft,
  spot: Spot,
): void {
  if (!FORUMS.has(channel.type)) {
    checkLength([...(draft.topic ?? '')].length, { max: 1024 }, spot.at('topic'));
  }
  if (channel.type === 2 && (draft.user_limit ?? 0) > 99) {
    spot.at('user_limit').fail('NUMBER_TYPE_MAX', 'int value should be less than or equal to 99.');
  }
  if (!draft.parent_id) return;
  const parent = state.channels.get(draft.parent_id);
  const place = spot.at('parent_id');
  if (parent?.guild_id !== channel.guild_id) {
    place.fail('CHANNEL_PARENT_INVALID', 'Category does not exist');
  } else if (parent.type !== 4 || channel.type === 4) {
    place.fail('CHANNEL_PARENT_INVALID_TYPE', 'Not a category');
  } else {
    const siblings = state.channels
      .of(channel.guild_id ?? '')
      .filter(({ id, parent_id }) => parent_id === parent.id && id !== channel.id);
    if (siblings.length >= MAXIMUM_IN_CATEGORY) {
      place.fail(
        'CHANNEL_PARENT_MAX_CHANNELS',
        'Maximum number of channels in category reached (50)',
      );
    }
  }
}

/** The name as Discord keeps it: in text channels small letters and dashes. */
export function toChannelName(name: string, type: number): string {
  return type === 2 || type === 4 || type === 13 ? name : name.toLowerCase().replace(/\s+/g, '-');
}

export function toOverwrites(
  overwrites: readonly Output<typeof overwriteRule>[],
  guildRoles: ReadonlySet<string>,
): OverwriteRecord[] {
  return overwrites.map(({ id, type, allow, deny }) => ({
    id,
    type: type ?? (guildRoles.has(id) ? 0 : 1),
    allow: String(allow ?? 0n),
    deny: String(deny ?? 0n),
  }));
}

export function toTags(
  tags: NonNullable<ChannelDraft['available_tags']>,
  ids: Ids,
): ForumTagRecord[] {
  return tags.map(({ id, name, moderated, emoji_id, emoji_name }) => ({
    id: id ?? ids.internal(),
    name,
    moderated: moderated ?? false,
    emoji_id: emoji_id ?? null,
    emoji_name: emoji_name ?? null,
  }));
}

/** The fields of a draft that are stored as they came; null gives a field its default back. */
export function toPlainFields(draft: ChannelDraft): Partial<ChannelRecord> {
  const given = PLAIN.flatMap((key) => {
    const value = draft[key];
    return value === undefined ? [] : [[key, value ?? FALLBACKS[key] ?? null]];
  });
  return Object.fromEntries(given) as Partial<ChannelRecord>;
}

const PLAIN = [
  'topic',
  'nsfw',
  'rate_limit_per_user',
  'bitrate',
  'user_limit',
  'parent_id',
  'rtc_region',
  'video_quality_mode',
  'default_auto_archive_duration',
  'default_thread_rate_limit_per_user',
  'default_sort_order',
  'default_forum_layout',
] as const satisfies readonly (keyof ChannelDraft & keyof ChannelRecord)[];

const FALLBACKS: Partial<Record<(typeof PLAIN)[number], unknown>> = {
  nsfw: false,
  rate_limit_per_user: 0,
  bitrate: 64_000,
  user_limit: 0,
  video_quality_mode: 1,
  default_thread_rate_limit_per_user: 0,
  default_forum_layout: 0,
};
