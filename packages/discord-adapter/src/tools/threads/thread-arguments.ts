import * as z from 'zod';
import { snowflake } from '../../schema/snowflake.ts';

/** What a new thread and a changed one have in common, as arguments. */
export function threadArguments() {
  return {
    auto_archive_duration: z
      .literal([60, 1440, 4320, 10080])
      .describe('Minutes without messages until it is archived.')
      .optional(),
    rate_limit_per_user: z.int().min(0).max(21_600).describe('Slowmode in seconds.').optional(),
    applied_tags: z.array(snowflake('tag')).max(5).describe('Tags of a forum post.').optional(),
    invitable: z.boolean().describe('Private thread: members may add others.').optional(),
  };
}
