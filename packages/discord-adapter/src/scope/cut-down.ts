import type { ResultOutcome } from '@guildline/mcp-core';
import type { ReadContext } from '../permissions/bot-view.ts';
import type { AllowLists } from './allow-lists.ts';
import { type Homes, UnknownHome } from './homes.ts';
import { type MarkedItem, withoutItems } from './marked-items.ts';
import { type Refusal, toRefusalError } from './refusal.ts';

/** Key of a result's `_meta` that says how many items of its lists an allow-list left out. */
const leftOutKey = 'guildline/left_out';

/** What a result is cut down with. */
export interface CutDownSource {
  readonly lists: AllowLists;
  readonly homes: Homes;
  readonly context: ReadContext;
  /** The guild that the call names. */
  readonly guildId: string | undefined;
  /** True if the call names a guild or channel, so that all of its result belongs there. */
  readonly namesPlace: boolean;
}

/**
 * Leaves out of a result's lists what is not on the allow-lists, and says how much that was. A read
 * that answers with one thing outside of them is refused; a change that was made is told as it is. Where
 * several scopes admit the call, an item stays if one of them admits it.
 *
 * @param items What carries ids of guilds or channels in the result.
 * @throws ToolError `GUILD_NOT_ALLOWED` or `CHANNEL_NOT_ALLOWED`
 */
export async function cutDown(
  outcome: ResultOutcome,
  items: readonly MarkedItem[],
  sources: readonly CutDownSource[],
): Promise<ResultOutcome> {
  const { tool, structured } = outcome;
  for (const source of sources) {
    if (source.lists.limitsChannels) await learnChannels(items, source);
  }
  const judged = await Promise.all(
    items.map(async ({ path, ...item }) => ({ path, refusal: await judgeByAll(item, sources) })),
  );
  const whole = judged.find(({ path, refusal }) => refusal && path.length === 0)?.refusal;
  if (whole && tool.effect === 'read') throw toRefusalError([{ ...whole, tool: tool.name }]);
  const left = judged.filter(({ path, refusal }) => refusal && path.length > 0);
  if (left.length === 0) return outcome;
  return {
    ...outcome,
    structured: withoutItems(
      structured,
      left.map(({ path }) => path),
    ) as ResultOutcome['structured'],
    meta: { ...outcome.meta, [leftOutKey]: left.length },
  };
}

type ItemIds = Omit<MarkedItem, 'path'>;

/** Refused by every scope: the first one's reason. */
async function judgeByAll(
  item: ItemIds,
  sources: readonly CutDownSource[],
): Promise<Refusal | undefined> {
  const refusals = await Promise.all(sources.map((source) => judge(item, source)));
  return refusals.every((refusal) => refusal !== undefined) ? refusals[0] : undefined;
}

async function judge(item: ItemIds, source: CutDownSource): Promise<Refusal | undefined> {
  const { lists, namesPlace } = source;
  if (lists.limitsGuilds && item.guilds.length === 0 && !namesPlace) {
    return { code: 'GUILD_NOT_ALLOWED', reason: 'result' };
  }
  for (const guildId of item.guilds) {
    if (await lists.judgeGuild(guildId)) return { code: 'GUILD_NOT_ALLOWED', reason: 'result' };
  }
  for (const channelId of item.channels) {
    if (await isChannelAllowed(channelId, item.parents, source)) continue;
    return { code: 'CHANNEL_NOT_ALLOWED', reason: 'result' };
  }
  return undefined;
}

async function isChannelAllowed(
  channelId: string,
  parents: readonly string[],
  { lists, homes, context }: CutDownSource,
): Promise<boolean> {
  if ([channelId, ...parents].some((id) => lists.holdsChannel(id))) return true;
  const [parentId] = parents;
  if (!homes.knowsChannel(parentId ?? channelId)) return false;
  try {
    // A channel in a channel is a thread; a category is in nothing, so it opens nothing here.
    const home = parentId
      ? { channelId, parentId, isThread: true }
      : await homes.find({ kind: 'channel', id: channelId }, context);
    return (await lists.judgeParents(home)) === undefined;
  } catch (error) {
    if (error instanceof UnknownHome) return false;
    throw error;
  }
}

/** Makes the channels known whose parents decide: at most one request for all of them. */
async function learnChannels(
  items: readonly MarkedItem[],
  { lists, homes, context, guildId }: CutDownSource,
): Promise<void> {
  const isListed = (id: string) => lists.holdsChannel(id);
  const undecided = items
    .filter(({ channels, parents }) => !channels.every(isListed) && !parents.some(isListed))
    .flatMap(({ channels, parents }) => (parents.length > 0 ? parents : channels))
    .filter((id) => !homes.knowsChannel(id));
  const [first, ...others] = new Set(undecided);
  if (first === undefined) return;
  const guild = guildId ?? items.find(({ guilds }) => guilds.length > 0)?.guilds[0];
  if (others.length > 0 && guild !== undefined) await homes.learnChannels(guild, context);
  // What cannot be found out stays unknown, and is left out.
  else await homes.find({ kind: 'channel', id: first }, context).catch(() => undefined);
}
