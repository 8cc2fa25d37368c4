import * as z from 'zod';

/** Schema of the name of an environment variable. */
export function environmentName(): z.ZodString {
  return z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
    error: 'Expected the name of an environment variable, such as STAGING_DISCORD_TOKEN.',
  });
}
