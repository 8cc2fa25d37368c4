import * as z from 'zod';

/** How far back a ban deletes messages, in seconds: at most seven days, none by default. */
export function deleteMessageSeconds(): z.ZodOptional<z.ZodInt> {
  return z
    .int()
    .min(0)
    .max(604_800)
    .describe('Also delete the messages of this many past seconds; default none.')
    .optional();
}
