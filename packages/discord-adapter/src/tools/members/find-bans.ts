import { type APIBan, Routes } from 'discord-api-types/v10';
import type { Discord } from '../../discord.ts';

/** Bans in a page, and pages that are read at most: enough for guilds with some thousand bans. */
const pageSize = 1000;
const pages = 5;

/** What a look at the ban list has shown. */
export interface FoundBans {
  readonly banned: ReadonlySet<string>;
  /** False if the list was too long to be read as far as was needed: there may be more bans. */
  readonly isComplete: boolean;
}

/**
 * Which of some users are banned. Reads the ban list from the least of the ids to the greatest, in
 * at most five requests; a ban beyond them is not found.
 */
export async function findBans(
  guildId: string,
  userIds: readonly string[],
  discord: Discord,
): Promise<FoundBans> {
  const banned = new Set<string>();
  const wanted = new Set(userIds);
  const ordered = userIds.map(BigInt).sort((one, other) => (one < other ? -1 : 1));
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined) return { banned, isComplete: true };
  let after = first - 1n;
  for (let page = 0; page < pages && after < last; page += 1) {
    const bans = await discord.get<APIBan[]>(Routes.guildBans(guildId), {
      query: { limit: pageSize, after: String(after) },
    });
    for (const { user } of bans) if (wanted.has(user.id)) banned.add(user.id);
    const end = bans.at(-1);
    if (!end || bans.length < pageSize) return { banned, isComplete: true };
    after = BigInt(end.user.id);
  }
  return { banned, isComplete: after >= last };
}
