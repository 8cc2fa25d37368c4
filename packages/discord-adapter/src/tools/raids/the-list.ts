import { type CallContext, ToolError } from '@guildline/mcp-core';
import { discordState } from '../../state/discord-state.ts';
import type { RaidCandidate } from '../../state/raid-candidates.ts';
import { mostBans } from '../members/ban-many.ts';

type WithState = Pick<CallContext, 'state'>;

/**
 * The list of candidates, which must be of this guild: a list is only good where it was made.
 *
 * @param guildId Undefined while a template stands in for it.
 * @throws ToolError `VALIDATION_ERROR` if it is of another guild
 */
export function listOf(context: WithState, guildId: string | undefined): readonly RaidCandidate[] {
  const list = discordState.get(context, 'raid_candidates');
  const scanned = list[0]?.guild_id;
  if (scanned === undefined || guildId === undefined || scanned === guildId) return list;
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `guild_id: the list of candidates was made in guild ${scanned}. Name that guild, or scan this one with raid_scan, which replaces the list.`,
  });
}

/** The candidates that are banned next, and how many stay on the list. */
export interface NextToBan {
  readonly next: readonly RaidCandidate[];
  readonly left: number;
}

/**
 * Whom a ban with these arguments would hit. Bears arguments of a step in which templates stand.
 *
 * @throws ToolError `STATE_REQUIRED` if nobody is on the list
 */
export function nextToBan(
  { guild_id, limit }: { readonly guild_id?: unknown; readonly limit?: unknown },
  context: WithState,
): NextToBan {
  const isKnown = typeof guild_id === 'string' && /^\d+$/.test(guild_id);
  const list = listOf(context, isKnown ? guild_id : undefined);
  if (list.length === 0) throw emptyList();
  const next = list.slice(0, typeof limit === 'number' ? limit : mostBans);
  return { next, left: list.length - next.length };
}

/** The user ids of {@link nextToBan}; none if nobody is on a list, or there is none. */
export function idsToBan(
  args: { readonly guild_id?: unknown; readonly limit?: unknown },
  context: WithState,
): readonly string[] {
  if (!discordState.peek(context, 'raid_candidates')?.length) return [];
  return nextToBan(args, context).next.map(({ user_id }) => user_id);
}

/** An empty list was stored by a scan that found nobody, or is what all are taken off of. */
function emptyList(): ToolError {
  const error = "Nobody is left in state 'raid_candidates'.";
  const hint = 'Call raid_scan(guild_id=..., …) to make a new list.';
  return new ToolError({
    code: 'STATE_REQUIRED',
    message: `${error} Nobody was banned. ${hint}`,
    details: { error, hint, required_by: 'raid_ban' },
  });
}
