import type { ToolDefinition } from '@guildline/mcp-core';
import type { AllowLists } from './allow-lists.ts';
import type { MarkedId } from './marked-ids.ts';
import type { Refusal } from './refusal.ts';

/** Categories of what belongs to a guild as a whole: a list of channels says nothing about it. */
const guildWide: ReadonlySet<string> = new Set([
  'events',
  'guilds',
  'members',
  'raids',
  'roles',
  'users',
]);

/** Reads over all channels of a guild whose results are cut down to the allowed ones. */
export const cutDownReads: ReadonlySet<string> = new Set([
  'channels_list',
  'invites_list',
  'threads_list_active',
]);

/** True for an id that leads to a channel. */
export function isChannelLike({ kind }: MarkedId): boolean {
  return kind === 'channel' || kind === 'webhook' || kind === 'invite';
}

interface WholeSource {
  readonly lists: AllowLists;
  /** True if what belongs to a guild as a whole is not open with a list of channels either. */
  readonly isBound?: boolean;
}

/**
 * Judges what a call names once each of its places has been let through: an id without a place beside
 * it belongs to nobody knows which guild, a change without any reaches them all, and where channels
 * are listed, what concerns the channels of a guild has to say which.
 */
export function judgeAsAWhole(
  tool: ToolDefinition,
  ids: readonly MarkedId[],
  places: readonly MarkedId[],
  { lists, isBound = false }: WholeSource,
): Refusal[] {
  // A tool without routes asks Discord for nothing.
  if (!tool.routes) return [];
  if (places.length === 0) return judgeWithoutPlace(tool, ids, lists.code);
  const isOpen =
    !lists.limitsChannels ||
    places.some(isChannelLike) ||
    (guildWide.has(tool.category) && !isBound) ||
    (tool.effect === 'read' && cutDownReads.has(tool.name));
  return isOpen ? [] : [{ code: 'CHANNEL_NOT_ALLOWED', reason: 'needs-channel' }];
}

/** Who somebody is belongs to no guild: that alone may be read. */
function judgeWithoutPlace(
  tool: ToolDefinition,
  ids: readonly MarkedId[],
  code: Refusal['code'],
): Refusal[] {
  const alone = ids.filter(({ kind }) => kind !== 'user');
  if (alone.length > 0) return alone.map((id) => ({ code, id, reason: 'alone' }));
  return tool.effect === 'read' ? [] : [{ code, reason: 'names-nothing' }];
}
