import { untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import { changeItems } from './known-items.ts';

/** A member who may be part of a raid. Only the server knows who is behind a handle. */
function raidCandidate() {
  return z.object({
    /** `c1`, `c2`, …: what a model calls the candidate. */
    handle: z.string(),
    /** The greatest number in a handle of the same scan, also of those who were taken off since. */
    last_number: z.int(),
    guild_id: z.string(),
    user_id: z.string(),
    username: untrusted(z.string()),
    global_name: untrusted(z.string()).nullable(),
    nick: untrusted(z.string()).nullable(),
    /** ISO 8601 with milliseconds. */
    joined_at: z.string().nullable(),
    has_avatar: z.boolean(),
    role_count: z.int(),
    /** Names of some of the roles. */
    roles: z.array(untrusted(z.string())),
  });
}

/** A candidate as the state field `raid_candidates` holds them. */
export type RaidCandidate = z.output<ReturnType<typeof raidCandidate>>;

/** The state field `raid_candidates`: those of one scan, in the order in which they would be banned. */
export function raidCandidates(): z.ZodArray<ReturnType<typeof raidCandidate>> {
  return z.array(raidCandidate());
}

/**
 * Takes people off the list as it is by now, whoever has changed it meanwhile. By user and not by
 * handle: on a list that was scanned anew a handle may be somebody else's.
 */
export function takeOffList(known: unknown, taken: readonly RaidCandidate[]): unknown {
  const gone = new Set(taken.map(keyOf));
  return changeItems<RaidCandidate>(known, (one) => (gone.has(keyOf(one)) ? undefined : one));
}

function keyOf({ guild_id, user_id }: RaidCandidate): string {
  return `${guild_id}/${user_id}`;
}
