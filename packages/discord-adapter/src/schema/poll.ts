import * as z from 'zod';
import { snowflake } from './snowflake.ts';

/** A poll to be sent. A poll cannot be changed afterwards. */
export function poll() {
  return z.strictObject({
    question: z.strictObject({ text: z.string().min(1).max(300) }),
    answers: z
      .array(
        z.strictObject({
          poll_media: z.strictObject({
            text: z.string().min(1).max(55),
            emoji: z
              .strictObject({
                id: snowflake('emoji').optional(),
                name: z.string().min(1).max(32).optional(),
              })
              .optional(),
          }),
        }),
      )
      .min(1)
      .max(10),
    duration: z.int().min(1).max(768).describe('Hours; 24 by default').optional(),
    allow_multiselect: z.boolean().optional(),
  });
}
