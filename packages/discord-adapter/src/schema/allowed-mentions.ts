import type { AllowedMentionsTypes, APIAllowedMentions } from 'discord-api-types/v10';
import * as z from 'zod';
import { snowflake } from './snowflake.ts';

/** Who a message may ping. Everything left out pings nobody. */
export function allowedMentions() {
  return z
    .strictObject({
      parse: z
        .array(z.enum(['users', 'roles', 'everyone']))
        .max(3)
        .optional(),
      users: z.array(snowflake('user')).max(100).optional(),
      roles: z.array(snowflake('role')).max(100).optional(),
      replied_user: z.boolean().optional(),
    })
    .superRefine((mentions, context) => {
      for (const kind of ['users', 'roles'] as const) {
        if (mentions.parse?.includes(kind) && mentions[kind]?.length) {
          context.addIssue({
            code: 'custom',
            path: [kind],
            message: `parse already allows all ${kind}: leave out one of the two.`,
          });
        }
      }
    })
    .describe('Who may be pinged; by default nobody.');
}

/** What goes to Discord on every send and edit: without the caller's word, nobody is pinged. */
export function toAllowedMentions(
  mentions: z.output<ReturnType<typeof allowedMentions>> | undefined,
): APIAllowedMentions {
  return {
    parse: (mentions?.parse ?? []) as AllowedMentionsTypes[],
    ...(mentions?.users && { users: mentions.users }),
    ...(mentions?.roles && { roles: mentions.roles }),
    replied_user: mentions?.replied_user ?? false,
  };
}
