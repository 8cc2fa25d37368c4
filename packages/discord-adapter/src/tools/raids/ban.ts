import { untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { forgetMembers } from '../../state/known-members.ts';
import { takeOffList } from '../../state/raid-candidates.ts';
import { mostBans } from '../members/ban-many.ts';
import { deleteMessageSeconds } from '../members/delete-message-seconds.ts';
import { type BanReport, banCandidates, lookUpBans, summarizeBans } from './ban-candidates.ts';
import { previewBans } from './preview-bans.ts';
import { idsToBan } from './the-list.ts';

export const raidBan = defineDiscordTool({
  name: 'raid_ban',
  category: 'raids',
  title: 'Ban the candidates of a raid',
  description:
    'Bans the candidates that raid_scan found and raid_review left, in the order of the list and up to 200 in a call, and takes them off the list. A person approves exactly the list as it is: a review in between needs a new approval. Answers with one receipt for each: banned, already_banned, or failed (not banned, for example because they stand above the bot by now). Call again while left is not 0. If nobody could be banned, the call fails and the list stays.',
  input: () =>
    z.strictObject({
      guild_id: snowflake('guild').describe('The guild that was scanned.'),
      limit: z.int().min(1).max(mostBans).default(mostBans),
      delete_message_seconds: deleteMessageSeconds(),
      audit_reason: auditReason(),
    }),
  output: () =>
    z.object({
      banned: z.int(),
      already_banned: z.int(),
      failed: z.int(),
      left: z.int(),
      receipts: z.array(
        z.object({
          handle: z.string(),
          name: untrusted(z.string()),
          outcome: z.enum(['banned', 'already_banned', 'failed']),
        }),
      ),
    }),
  // A repetition after a success bans the next ones.
  effect: 'once',
  destructive: true,
  permissions: ['BAN_MEMBERS', 'MANAGE_GUILD'],
  // A template may fill in as many as are taken.
  reach: ({ limit }) => ({ members: typeof limit === 'number' ? limit : mostBans }),
  routes: ['POST /guilds/{guild_id}/bulk-ban', 'GET /guilds/{guild_id}/bans'],
  requires: 'raid_candidates',
  stores: {
    raid_candidates: ({ dealtWith }, { previous }) => takeOffList(previous, dealtWith),
    members: ({ gone }, { args, previous }) => forgetMembers(previous, args.guild_id, gone),
  },
  returns: (report: BanReport) => summarizeBans(report),
  touches: (args, context) => ({ user_ids: idsToBan(args, context) }),
  previewLines: async (args, context) => previewBans(args, context),
  run: banCandidates,
  lookup: async (args, _since, discord, context) => lookUpBans(args, discord, context),
});
