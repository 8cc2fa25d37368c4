import {
  RESTJSONErrorCodes,
  type RESTPostAPIGuildBulkBanResult,
  Routes,
} from 'discord-api-types/v10';
import type { Discord } from '../../discord.ts';
import { discordCode } from '../discord-code.ts';
import { findBans } from './find-bans.ts';

/** Users that Discord bans at once. */
export const mostBans = 200;

/** A ban of many users. */
export interface ManyBans {
  readonly guildId: string;
  /** At most {@link mostBans}, each once. */
  readonly userIds: readonly string[];
  readonly deleteMessageSeconds: number | undefined;
  readonly reason: string | undefined;
}

/** What became of each user, in the order in which they were named. */
export interface BannedMany {
  readonly banned: readonly string[];
  /** Users whose ban was there before. */
  readonly alreadyBanned: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Bans many users with one request. A partial failure is a success.
 *
 * @throws ToolError with Discord's code 500000 if nobody is banned in the end
 */
export async function banMany(
  { guildId, userIds, deleteMessageSeconds, reason }: ManyBans,
  discord: Discord,
): Promise<BannedMany> {
  let refusal: unknown;
  const answer = await discord
    .post<RESTPostAPIGuildBulkBanResult | undefined>(Routes.guildBulkBan(guildId), {
      body: { user_ids: userIds, delete_message_seconds: deleteMessageSeconds },
      reason,
    })
    .catch((error: unknown) => {
      // Discord's answer if it banned nobody, which is also the answer if all were banned before.
      if (!isNobodyBanned(error)) throw error;
      refusal = error;
      return undefined;
    });
  const banned = new Set(answer?.banned_users);
  const others = userIds.filter((id) => !banned.has(id));
  // Discord counts users with a ban among the failed ones, so that a repeated call would report
  // its own success as a failure. A failing look-up must not hide what was done.
  const already = await findBans(guildId, others, discord).then(
    ({ banned }) => banned,
    () => new Set<string>(),
  );
  if (refusal !== undefined && already.size === 0) throw refusal;
  return {
    banned: userIds.filter((id) => banned.has(id)),
    alreadyBanned: others.filter((id) => already.has(id)),
    failed: others.filter((id) => !already.has(id)),
  };
}

/** True for Discord's refusal of a ban of many users of whom none could be banned. */
export function isNobodyBanned(error: unknown): boolean {
  return discordCode(error) === RESTJSONErrorCodes.FailedToBanUsers;
}
