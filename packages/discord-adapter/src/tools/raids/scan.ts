import { untrusted } from '@guildline/mcp-core';
import { type APIGuild, type APIGuildMember, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { defineDiscordTool } from '../../discord-tool.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { discordState } from '../../state/discord-state.ts';
import { idAt } from '../created-since.ts';
import { candidateOutput } from './candidate.ts';
import { criteriaShape, requireCriterion, toCriterionTests } from './criteria.ts';
import { giveHandles } from './handles.ts';
import { literalStart } from './name-pattern.ts';
import { readMembers } from './read-members.ts';
import { type ScanReport, summarizeScan } from './scan-summary.ts';
import { type ScanPlace, ScanTally, sortByJoining } from './scan-tally.ts';

/** Candidates that a list holds at most, and unless more are asked for. */
const most = { ever: 5000, unasked: 2000 };

export const raidScan = defineDiscordTool({
  name: 'raid_scan',
  category: 'raids',
  title: 'Find the accounts of a raid',
  description:
    'After or during a raid: looks through the members of a guild for those who meet every given criterion, and keeps them on the server as a list of candidates for raid_review and raid_ban. Answers with counts, what their names have in common and ten of them; the ids stay on the server, candidates are called c1, c2, …, the newest members first. Bots, the owner and whoever the bot does not stand above are never on the list. A new scan replaces the list. complete is false if not everybody was looked at (at most 100,000 members); summary says who was not. Needs the Server Members intent; without it only a name_pattern with a literal beginning works.',
  input: () =>
    requireCriterion(
      z.strictObject({
        guild_id: snowflake('guild'),
        ...criteriaShape(),
        limit: z
          .int()
          .min(1)
          .max(most.ever)
          .default(most.unasked)
          .describe('Candidates kept, the newest members first.'),
      }),
    ),
  output: () =>
    z.object({
      summary: z.string(),
      scanned: z.int(),
      candidates: z.int(),
      complete: z.boolean(),
      matches: z.record(z.string(), z.int()).describe('Members per criterion by itself.'),
      signals: z.record(z.string(), z.int()).describe('Candidates per signal.'),
      joined_from: z.string().nullable(),
      joined_to: z.string().nullable(),
      name_stems: z.array(z.object({ stem: untrusted(z.string()), count: z.int() })),
      sample: z.array(candidateOutput()),
    }),
  effect: 'read',
  routes: [
    'GET /guilds/{guild_id}/members',
    'GET /guilds/{guild_id}',
    'GET /guilds/{guild_id}/members/{user_id}',
    'GET /guilds/{guild_id}/members/search',
  ],
  stores: { raid_candidates: ({ list }) => list },
  returns: (report: ScanReport) => summarizeScan(report),
  run: async ({ guild_id, limit, ...criteria }, discord, context) => {
    const now = context.clock.now();
    const place = await findPlace(guild_id, discord);
    const tally = new ScanTally(place, toCriterionTests(criteria, now));
    const { account_younger_than_hours: hours, name_pattern = '' } = criteria;
    const unseen = await readMembers(
      {
        guildId: guild_id,
        after: hours === undefined ? '0' : idAt(now - hours * 3_600_000),
        nameStart: literalStart(name_pattern),
        expected: hours === undefined ? place.guild.approximate_member_count : undefined,
      },
      (members) => tally.add(members),
      discord,
      context,
    );
    const replaced = discordState.peek(context, 'raid_candidates') ?? [];
    const kept = sortByJoining(tally.candidates).slice(0, limit);
    return { tally, unseen, list: giveHandles(kept, replaced), replaced: replaced.length };
  },
});

async function findPlace(guildId: string, discord: Discord): Promise<ScanPlace> {
  const guild = await discord.get<APIGuild>(Routes.guild(guildId), {
    query: { with_counts: true },
  });
  const user_id = await discord.botId();
  const { roles } = await discord.get<APIGuildMember>(Routes.guildMember(guildId, user_id));
  return { guild, bot: { user_id, roles } };
}
