import {
  RESTJSONErrorCodes,
  type RESTPostAPIGuildBulkBanResult,
  Routes,
} from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { discordCode } from '../discord-code.ts';
import { deleteMessageSeconds } from './delete-message-seconds.ts';
import { findBans } from './find-bans.ts';

/** Users that Discord bans at once. */
const maximum = 200;

export const membersBulkBan = defineDiscordTool({
  name: 'members_bulk_ban',
  category: 'members',
  title: 'Ban many users',
  description:
    'Bans up to 200 users at once, members or not, as after a raid. A partial failure is a success: check failed_users (not banned, for example because they stand above the bot). already_banned are users whose ban was there before. If nobody is banned in the end, the call fails.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      user_ids: z
        .array(snowflake('user'))
        .min(1)
        .max(maximum)
        .refine((ids) => new Set(ids).size === ids.length, { error: 'A user is named twice.' }),
      delete_message_seconds: deleteMessageSeconds(),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({
      banned_users: z.array(z.string()),
      already_banned: z.array(z.string()),
      failed_users: z.array(z.string()),
    }),
  effect: 'idempotent',
  destructive: true,
  permissions: ['BAN_MEMBERS', 'MANAGE_GUILD'],
  // A template may fill in as many as are taken.
  reach: ({ user_ids }) => ({ members: Array.isArray(user_ids) ? user_ids.length : maximum }),
  routes: ['POST /guilds/{guild_id}/bulk-ban', 'GET /guilds/{guild_id}/bans'],
  run: async ({ guild_id, user_ids, delete_message_seconds, audit_reason }, discord) => {
    let refusal: unknown;
    const answer = await discord
      .post<RESTPostAPIGuildBulkBanResult | undefined>(Routes.guildBulkBan(guild_id), {
        body: { user_ids, delete_message_seconds },
        reason: audit_reason,
      })
      .catch((error: unknown) => {
        // Discord's answer if it banned nobody, which is also the answer if all were banned before.
        if (discordCode(error) !== RESTJSONErrorCodes.FailedToBanUsers) throw error;
        refusal = error;
        return undefined;
      });
    const banned = new Set(answer?.banned_users);
    const others = user_ids.filter((id) => !banned.has(id));
    // Discord counts users with a ban among the failed ones, so that a repeated call would report
    // its own success as a failure. A failing look-up must not hide what was done.
    const already = await findBans(guild_id, others, discord).catch(() => new Set<string>());
    if (refusal !== undefined && already.size === 0) throw refusal;
    return {
      banned_users: user_ids.filter((id) => banned.has(id)),
      already_banned: others.filter((id) => already.has(id)),
      failed_users: others.filter((id) => !already.has(id)),
    };
  },
});
