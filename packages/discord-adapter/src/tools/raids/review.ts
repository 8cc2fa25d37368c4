import { defineTool, untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import type { DiscordTool } from '../../discord-tool.ts';
import { cursor } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { takeOffList } from '../../state/raid-candidates.ts';
import { candidateOutput } from './candidate.ts';
import { criteriaShape, requireCriterion } from './criteria.ts';
import { handle, handlePattern } from './handles.ts';
import { checkReview, type ReviewReport, review, summarizeReview } from './review-list.ts';
import { listOf } from './the-list.ts';

/** Talks to nobody: what is reviewed is on the server. */
export const raidReview: DiscordTool = () =>
  defineTool({
    name: 'raid_review',
    category: 'raids',
    title: 'Review the candidates of a raid',
    description:
      'Goes through the list that raid_scan made, before raid_ban. action: list pages through it (where filters); drop takes people off it, so that they are spared; keep takes everybody else off; look_closer shows the names, roles and times of a few. drop and keep take handles, or where with the criteria of raid_scan, and answer with the first ten who were taken off. left says how many are on the list. Nothing changes in Discord, and no messages are read.',
    input: () =>
      z
        .strictObject({
          guild_id: snowflake('guild'),
          action: z.enum(['list', 'keep', 'drop', 'look_closer']),
          handles: z.array(handle()).min(1).max(200).optional(),
          where: requireCriterion(z.strictObject(criteriaShape())).optional(),
          limit: z.int().min(1).max(100).describe('Of a list; default 25.').optional(),
          cursor: cursor(handlePattern),
        })
        .superRefine(checkReview),
    output: () =>
      z.object({
        left: z.int(),
        taken_off: z.int().optional(),
        candidates: z.array(
          candidateOutput().extend({
            global_name: untrusted(z.string()).nullable().optional(),
            nick: untrusted(z.string()).nullable().optional(),
            has_avatar: z.boolean().optional(),
            role_count: z.int().optional(),
            roles: z.array(untrusted(z.string())).optional(),
          }),
        ),
        next_cursor: z.string().optional(),
      }),
    effect: 'read',
    openWorld: false,
    requires: 'raid_candidates',
    stores: { raid_candidates: ({ takenOff }, { previous }) => takeOffList(previous, takenOff) },
    returns: (report: ReviewReport) => summarizeReview(report),
    run: async (args, context) => review(listOf(context, args.guild_id), args, context.clock.now()),
  });
