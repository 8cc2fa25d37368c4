import * as z from 'zod';
import { permissionSet, toPermissionBits } from '../../schema/permission-set.ts';
import { snowflake } from '../../schema/snowflake.ts';

/** The settings that a channel can be created with and that can be changed later. */
export function channelSettings() {
  return {
    topic: z.string().max(4096).nullable().optional(),
    parent_id: snowflake('channel').nullable().describe('The category.').optional(),
    position: z.int().min(0).max(0x7f_ff_ff_ff).optional(),
    nsfw: z.boolean().optional(),
    rate_limit_per_user: z.int().min(0).max(21_600).describe('Slow mode, seconds.').optional(),
    bitrate: z.int().min(8000).max(384_000).optional(),
    user_limit: z.int().min(0).max(10_000).optional(),
    default_auto_archive_duration: z.literal([60, 1440, 4320, 10_080]).optional(),
    default_thread_rate_limit_per_user: z.int().min(0).max(21_600).optional(),
    default_sort_order: z.literal([0, 1]).optional(),
    default_forum_layout: z.literal([0, 1, 2]).optional(),
    default_reaction_emoji: z
      .strictObject({
        emoji_id: snowflake('emoji').optional(),
        emoji_name: z.string().max(100).optional(),
      })
      .optional(),
    available_tags: z
      .array(
        z.strictObject({
          id: snowflake('tag').describe('Keeps an existing tag.').optional(),
          name: z.string().min(1).max(20),
          moderated: z.boolean().optional(),
          emoji_id: snowflake('emoji').optional(),
          emoji_name: z.string().max(100).optional(),
        }),
      )
      .max(20)
      .describe('Forums only; the whole list.')
      .optional(),
    permission_overwrites: z
      .array(
        z.strictObject({
          id: snowflake('role or user'),
          type: z.literal([0, 1]).describe('role, member'),
          allow: permissionSet().optional(),
          deny: permissionSet().optional(),
        }),
      )
      .max(100)
      .describe(
        'The whole list: what is left out is removed. Permissions are names such as MANAGE_MESSAGES, or a bitfield as text.',
      )
      .optional(),
  };
}

/** The arguments of {@link channelSettings} after they were parsed. */
export type ChannelSettings = z.output<z.ZodObject<ReturnType<typeof channelSettings>>>;

const textTypes: readonly number[] = [0, 5];
const voiceTypes: readonly number[] = [2, 13];
const forumTypes: readonly number[] = [15, 16];

/** Which types take a setting that others refuse or ignore. */
const typesOf: Partial<Record<keyof ChannelSettings, readonly number[]>> = {
  topic: [...textTypes, 13, ...forumTypes],
  bitrate: voiceTypes,
  user_limit: voiceTypes,
  available_tags: forumTypes,
  default_sort_order: forumTypes,
  default_forum_layout: forumTypes,
  default_reaction_emoji: forumTypes,
  default_auto_archive_duration: [...textTypes, ...forumTypes],
  default_thread_rate_limit_per_user: [...textTypes, ...forumTypes],
};

/** Adds an issue for every setting that the type of the channel does not have. */
export function checkSettings(
  type: number,
  settings: ChannelSettings,
  context: z.RefinementCtx,
): void {
  for (const [name, types] of Object.entries(typesOf)) {
    const value = settings[name as keyof ChannelSettings];
    if (value === undefined || types.includes(type)) continue;
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `A channel of type ${type} has no ${name}; types ${types.join(', ')} have.`,
    });
  }
  if (type === 4 && settings.parent_id) {
    context.addIssue({
      code: 'custom',
      path: ['parent_id'],
      message: 'A category cannot be in a category.',
    });
  }
  if (settings.topic && settings.topic.length > 1024 && !forumTypes.includes(type)) {
    context.addIssue({
      code: 'custom',
      path: ['topic'],
      message: 'A topic has at most 1024 characters; only forums take 4096.',
    });
  }
}

/** The settings as Discord takes them. */
export function toSettingsBody({ permission_overwrites, ...settings }: ChannelSettings) {
  return {
    ...settings,
    ...(permission_overwrites && {
      permission_overwrites: permission_overwrites.map(({ id, type, allow, deny }) => ({
        id,
        type,
        allow: toPermissionBits(allow ?? []),
        deny: toPermissionBits(deny ?? []),
      })),
    }),
  };
}
