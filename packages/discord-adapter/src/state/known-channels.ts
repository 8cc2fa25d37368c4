import { untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import { isThread } from '../permissions/standing.ts';
import { changeItems, rememberItems } from './known-items.ts';

/** Channels that are remembered at most, of all guilds together; a guild has up to 500. */
const maximum = 2000;

/** A channel or thread as it is remembered. */
function knownChannel() {
  return z.object({
    id: z.string(),
    guild_id: z.string().nullable(),
    type: z.int(),
    name: untrusted(z.string()).nullable(),
    parent_id: z.string().nullable(),
  });
}

type KnownChannel = z.output<ReturnType<typeof knownChannel>>;

/** The state field `channels`. */
export function knownChannels(): z.ZodArray<ReturnType<typeof knownChannel>> {
  return z.array(knownChannel());
}

/** Adds channels, or what is known anew of them. */
export function rememberChannels(known: unknown, found: readonly KnownChannel[]): unknown {
  return rememberItems(known, found.map(toKnown), { keyOf: ({ id }) => id, maximum });
}

/** Puts all channels of a guild in place of those that were known of it; its threads stay. */
export function rememberAllChannels(
  known: unknown,
  guildId: string,
  found: readonly KnownChannel[],
): unknown {
  const others = changeItems<KnownChannel>(known, (channel) =>
    channel.guild_id === guildId && !isThread(channel) ? undefined : channel,
  );
  return rememberChannels(others ?? known, found);
}

/** Changes a channel that is known; nothing if it is not. */
export function updateChannel(known: unknown, changed: KnownChannel): unknown {
  return changeItems<KnownChannel>(known, (channel) =>
    channel.id === changed.id ? toKnown(changed) : channel,
  );
}

/** Takes a channel out with its threads; what was in a category is in none. */
export function forgetChannel(known: unknown, id: string): unknown {
  return changeItems<KnownChannel>(known, (channel) => {
    if (channel.id === id) return undefined;
    if (channel.parent_id !== id) return channel;
    return isThread(channel) ? undefined : { ...channel, parent_id: null };
  });
}

function toKnown({ id, guild_id, type, name, parent_id }: KnownChannel): KnownChannel {
  return { id, guild_id, type, name, parent_id };
}
