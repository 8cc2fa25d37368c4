import type { ToolDefinition } from '@guildline/mcp-core';
import type { ReadContext } from '../permissions/bot-view.ts';
import type { AllowLists, Verdict } from './allow-lists.ts';
import { isResolvable, type ResolvableKind } from './home.ts';
import { type Homes, UnknownHome } from './homes.ts';
import { isChannelLike, judgeAsAWhole } from './judge-as-a-whole.ts';
import { findMarkedIds, type MarkedId } from './marked-ids.ts';
import type { Refusal } from './refusal.ts';

/** A call to be judged. */
export interface JudgedCall {
  readonly tool: ToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  /** True if the arguments are not final yet: only the ids that stand in them are judged then. */
  readonly isDraft?: boolean;
}

/** What a call is judged with. */
export interface JudgeSource {
  readonly lists: AllowLists;
  readonly homes: Homes;
  readonly context: ReadContext;
  /** True for the bounds of a workflow: a change inside a channel is then no change of its guild. */
  readonly isBound?: boolean;
}

/**
 * Judges every id of a call by the lists. Guilds come first, and nothing is asked of Discord if one of
 * them is refused; then what Discord knows the guild of; then everything that belongs to a guild or
 * channel beside it, which Discord itself holds to be so.
 */
export async function judgeCall(call: JudgedCall, source: JudgeSource): Promise<Refusal[]> {
  const ids = findMarkedIds(call.tool, call.args).filter(
    ({ id }) => !call.isDraft || /^[\w-]{1,100}$/.test(id),
  );
  const guilds = ids.filter(({ kind }) => kind === 'guild');
  const refusedGuilds = await judgeAll(guilds, (id) => judgeGuild(id, source));
  if (refusedGuilds.length > 0) return refusedGuilds;
  const placed = ids.filter((id) => isPlaced(id, ids, call));
  const refused = await judgeAll(placed, (id) => judgePlaced(id, guilds[0]?.id, source));
  if (refused.length > 0 || call.isDraft) return refused;
  return judgeAsAWhole(call.tool, ids, [...guilds, ...placed], source);
}

/** True for an id that is judged by where Discord says that it belongs. */
function isPlaced({ kind }: MarkedId, ids: readonly MarkedId[], { isDraft }: JudgedCall): boolean {
  const hasGuild = ids.some((other) => other.kind === 'guild');
  // The guild of an event may still be a template.
  if (kind === 'event') return hasGuild || !isDraft;
  // A sticker is resolved where nothing beside it says which guild's it has to be.
  if (kind === 'sticker') return !isDraft && !hasGuild && !ids.some(isChannelLike);
  return isResolvable(kind);
}

async function judgeGuild(id: MarkedId, { lists }: JudgeSource): Promise<Refusal | undefined> {
  return toRefusal('GUILD_NOT_ALLOWED', id, await lists.judgeGuild(id.id));
}

async function judgePlaced(
  id: MarkedId,
  guildId: string | undefined,
  { lists, homes, context }: JudgeSource,
): Promise<Refusal | undefined> {
  // Discord refuses an event that is not of the guild beside it, so only its channel is in question.
  if (id.kind === 'event' && guildId !== undefined && !lists.limitsChannels) return undefined;
  try {
    const kind = id.kind as ResolvableKind;
    if (kind === 'channel' && !lists.limitsGuilds && lists.holdsChannel(id.id)) return undefined;
    const home = await homes.find({ kind, id: id.id, guildId }, context);
    const guild = toRefusal('GUILD_NOT_ALLOWED', id, await lists.judgeGuildOf(home));
    if (guild || home.channelId === undefined) return guild;
    return toRefusal('CHANNEL_NOT_ALLOWED', id, await lists.judgeChannel(home.channelId));
  } catch (error) {
    if (!(error instanceof UnknownHome)) throw error;
    return { code: lists.code, id, reason: 'unresolved', retriable: error.retriable };
  }
}

async function judgeAll(
  ids: readonly MarkedId[],
  judge: (id: MarkedId) => Promise<Refusal | undefined>,
): Promise<Refusal[]> {
  if (ids.length === 0) return [];
  const judged = await Promise.all(ids.map(judge));
  return judged.filter((refusal) => refusal !== undefined);
}

function toRefusal(code: Refusal['code'], id: MarkedId, verdict: Verdict): Refusal | undefined {
  return verdict && { code, id, ...verdict };
}
