import { type APIBan, Routes } from 'discord-api-types/v10';
import type { Discord } from '../../discord.ts';

/** Bans in a page, and pages that are read at most: enough for guilds with some thousand bans. */
const pageSize = 1000;
const pages = 5;

/**
 * Which of some users are banned. Reads the ban list from the least of the ids to the greatest, in
 * at most five requests; a ban beyond them is not found.
 */
export async function findBans(
  guildId: string,
  userIds: readonly string[],
  discord: Discord,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const wanted = new Set(userIds);
  const ordered = userIds.map(BigInt).sort((one, other) => (one < other ? -1 : 1));
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined) return found;
  let after = first - 1n;
  for (let page = 0; page < pages && after < last; page += 1) {
    const bans = await discord.get<APIBan[]>(Routes.guildBans(guildId), {
      query: { limit: pageSize, after: String(after) },
    });
    for (const { user } of bans) if (wanted.has(user.id)) found.add(user.id);
    const end = bans.at(-1);
    if (!end || bans.length < pageSize) break;
    after = BigInt(end.user.id);
  }
  return found;
}
