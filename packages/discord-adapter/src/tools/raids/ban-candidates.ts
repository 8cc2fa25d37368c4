import { type CallContext, type LookupResult, ToolError } from '@guildline/mcp-core';
import type { Discord } from '../../discord.ts';
import { discordState } from '../../state/discord-state.ts';
import type { RaidCandidate } from '../../state/raid-candidates.ts';
import { type BannedMany, banMany, isNobodyBanned } from '../members/ban-many.ts';
import { findBans } from '../members/find-bans.ts';
import { nameOf } from './candidate.ts';
import { nextToBan } from './the-list.ts';

/** The arguments of a ban after they were parsed. */
export interface BanArguments {
  readonly guild_id: string;
  readonly limit: number;
  readonly delete_message_seconds?: number | undefined;
  readonly audit_reason?: string | undefined;
}

type Outcome = 'banned' | 'already_banned' | 'failed';

/** What became of the first candidates of a list. */
export interface BanReport {
  /** In the order of the list. */
  readonly dealtWith: readonly RaidCandidate[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** User ids of those who are banned now. */
  readonly gone: readonly string[];
  readonly left: number;
}

/**
 * Bans the first candidates of the list.
 *
 * @throws ToolError also if nobody was banned, and if the outcome is unknown: the list stays then
 */
export async function banCandidates(
  args: BanArguments,
  discord: Discord,
  context: CallContext,
): Promise<BanReport> {
  const { next, left } = nextToBan(args, context);
  const userIds = next.map(({ user_id }) => user_id);
  try {
    const bans = await banMany(
      {
        guildId: args.guild_id,
        userIds,
        deleteMessageSeconds: args.delete_message_seconds,
        reason: args.audit_reason,
      },
      discord,
    );
    return toReport(next, bans, left);
  } catch (error) {
    if (isNobodyBanned(error)) throw nobodyBanned(error as ToolError, next);
    if (!(error instanceof ToolError) || error.outcome !== 'unknown') throw error;
    const found = await lookUp(args, userIds, discord).catch(() => 'unsure' as const);
    if (found !== 'applied') throw unknownOutcome(error);
    return toReport(next, { banned: userIds, alreadyBanned: [], failed: [] }, left);
  }
}

/** Asks whether the first candidates of the list, as it is now, are banned. */
export async function lookUpBans(
  args: BanArguments,
  discord: Discord,
  context: CallContext,
): Promise<LookupResult<ReturnType<typeof summarizeBans>>> {
  // Without the list that the call was made from nobody knows whom it has banned.
  if (!discordState.peek(context, 'raid_candidates')?.length) return { outcome: 'unsure' };
  const { next, left } = nextToBan(args, context);
  const userIds = next.map(({ user_id }) => user_id);
  const outcome = await lookUp(args, userIds, discord);
  if (outcome !== 'applied') return { outcome };
  const bans = { banned: userIds, alreadyBanned: [], failed: [] };
  return { outcome, result: summarizeBans(toReport(next, bans, left)) };
}

/** What a ban answers: a receipt for each, and no id. */
export function summarizeBans({ dealtWith, outcomes, left }: BanReport) {
  const receipts = dealtWith.map((candidate) => ({
    handle: candidate.handle,
    name: nameOf(candidate),
    outcome: outcomes.get(candidate.user_id) ?? 'failed',
  }));
  const count = (wanted: Outcome) => receipts.filter(({ outcome }) => outcome === wanted).length;
  return {
    banned: count('banned'),
    already_banned: count('already_banned'),
    failed: count('failed'),
    left,
    receipts,
  };
}

/** All banned is applied, none is absent. Some may have been banned before, or not be bannable. */
async function lookUp(
  { guild_id }: BanArguments,
  userIds: readonly string[],
  discord: Discord,
): Promise<LookupResult<never>['outcome']> {
  const { banned, isComplete } = await findBans(guild_id, userIds, discord);
  if (banned.size === userIds.length) return 'applied';
  return banned.size === 0 && isComplete ? 'absent' : 'unsure';
}

function toReport(
  dealtWith: readonly RaidCandidate[],
  { banned, alreadyBanned, failed }: BannedMany,
  left: number,
): BanReport {
  const outcomes = new Map<string, Outcome>([
    ...banned.map((id): [string, Outcome] => [id, 'banned']),
    ...alreadyBanned.map((id): [string, Outcome] => [id, 'already_banned']),
    ...failed.map((id): [string, Outcome] => [id, 'failed']),
  ]);
  return { dealtWith, outcomes, gone: [...banned, ...alreadyBanned], left };
}

function nobodyBanned(error: ToolError, next: readonly RaidCandidate[]): ToolError {
  const handles = next.slice(0, 10).map(({ handle }) => handle);
  const more = next.length > 10 ? ` and ${next.length - 10} more` : '';
  return new ToolError({
    code: error.code,
    message: `None of the ${next.length} candidates could be banned (${handles.join(', ')}${more}): they may stand above the bot by now, or their accounts are gone. The list is unchanged; take them off it with raid_review, action "drop".`,
    details: error.details,
    cause: error,
  });
}

function unknownOutcome(error: ToolError): ToolError {
  return new ToolError({
    code: error.code,
    message:
      'The bans were sent and no answer came, so they may have been applied. The list is unchanged: call raid_ban again; whoever is banned by then is told as already_banned.',
    retriable: true,
    outcome: 'unknown',
    retryAfterMs: error.retryAfterMs,
    details: error.details,
    cause: error,
  });
}
