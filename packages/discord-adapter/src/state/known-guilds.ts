import { untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import { rememberItems } from './known-items.ts';

/** Guilds that are remembered at most. */
const maximum = 500;

/** A guild as it is remembered. */
function knownGuild() {
  return z.object({
    id: z.string(),
    name: untrusted(z.string()),
    approximate_member_count: z.int().nullable(),
  });
}

type KnownGuild = z.output<ReturnType<typeof knownGuild>>;

/** The state field `guilds`. */
export function knownGuilds(): z.ZodArray<ReturnType<typeof knownGuild>> {
  return z.array(knownGuild());
}

/** Adds guilds, or what is known anew of them. */
export function rememberGuilds(known: unknown, found: readonly KnownGuild[]): unknown {
  const small = found.map(({ id, name, approximate_member_count }) => ({
    id,
    name,
    approximate_member_count,
  }));
  return rememberItems(known, small, { keyOf: ({ id }) => id, maximum });
}
