import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { deleteOrAbsent } from '../delete-or-absent.ts';

export const membersUnban = defineDiscordTool({
  name: 'members_unban',
  category: 'members',
  title: 'Lift a ban',
  description:
    'Lifts a ban, so that the user can join again with an invite. already_absent is true if they were not banned.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild'),
      user_id: snowflake('user'),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({ unbanned: z.boolean(), user_id: z.string(), already_absent: z.boolean() }),
  effect: 'idempotent',
  permissions: ['BAN_MEMBERS'],
  reach: () => ({ members: 1 }),
  routes: ['DELETE /guilds/{guild_id}/bans/{user_id}'],
  run: async ({ guild_id, user_id, audit_reason }, discord) => {
    const { already_absent } = await deleteOrAbsent(
      discord.delete(Routes.guildBan(guild_id, user_id), { reason: audit_reason }),
      RESTJSONErrorCodes.UnknownBan,
    );
    return { unbanned: true, user_id, already_absent };
  },
});
