import { AuditLogEvent } from 'discord-api-types/v10';
import { changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, created, type RequestContext } from '../../http/route.ts';
import { toChannel } from '../../present/channel.ts';
import { type Output, parse } from '../../validate/rule.ts';
import { refuseProblems } from '../../validate/spot.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { completeChannel, isThread } from '../../world/complete-channel.ts';
import type { GuildRecord } from '../../world/guild-records.ts';
import {
  checkChannel,
  createRule,
  toChannelName,
  toOverwrites,
  toPlainFields,
  toTags,
} from './channel-rule.ts';

const MAXIMUM = 500;
/** Types that only a guild with the feature may have. */
const FEATURES: Readonly<Record<number, string>> = { 5: 'NEWS', 13: 'COMMUNITY', 14: 'HUB' };
const AUDITED = [
  'name',
  'type',
  'topic',
  'nsfw',
  'rate_limit_per_user',
  'permission_overwrites',
] as const;

export function createChannel(context: RequestContext): Answer {
  const { state, ids, actor, authority, param, body } = context;
  const { guild } = authority.requireInGuild(param('guild_id'), 'ManageChannels');
  const draft = parse(createRule, body);
  const planned = plan(context, guild, draft);
  refuseProblems((spot) => checkChannel(context, planned, draft, spot));
  requireFeature(guild, planned.type);
  requireOverwriteRights(context, guild.id, planned);
  const channels = state.channels.of(guild.id).filter((channel) => !isThread(channel));
  if (channels.length >= MAXIMUM) throw apiError(30013);
  const last = Math.max(-1, ...channels.map(({ position }) => position));
  const channel = state.channels.add({
    ...planned,
    id: ids.next(),
    position: draft.position ?? last + 1,
    ...(draft.available_tags && { available_tags: toTags(draft.available_tags, ids) }),
  });
  recordAudit(context, guild.id, {
    action: AuditLogEvent.ChannelCreate,
    targetId: channel.id,
    changes: changesOf(channel, 'new_value', AUDITED),
  });
  return created(toChannel(state, channel, actor.id));
}

function plan(
  { state }: RequestContext,
  guild: GuildRecord,
  draft: Output<typeof createRule>,
): ChannelRecord {
  const type = draft.type ?? 0;
  const roles = new Set(state.roles.of(guild.id).map(({ id }) => id));
  const emoji = draft.default_reaction_emoji;
  return completeChannel({
    id: '0',
    guild_id: guild.id,
    type,
    name: toChannelName(draft.name, type),
    ...toPlainFields(draft),
    permission_overwrites: toOverwrites(draft.permission_overwrites ?? [], roles),
    ...(emoji && {
      default_reaction_emoji: {
        emoji_id: emoji.emoji_id ?? null,
        emoji_name: emoji.emoji_name ?? null,
      },
    }),
  });
}

function requireFeature(guild: GuildRecord, type: number): void {
  const feature = FEATURES[type];
  if (!feature || guild.features.includes(feature)) return;
  refuseProblems((spot) => {
    spot
      .at('type')
      .fail(
        'BASE_TYPE_CHOICES',
        `Value must be one of (0, 2, 4, 15, 16): the guild lacks ${feature}.`,
      );
  });
}

/** Overwrites may only name permissions the caller has, and need `MANAGE_ROLES`. */
function requireOverwriteRights(
  { authority }: RequestContext,
  guildId: string,
  channel: ChannelRecord,
): void {
  if (channel.permission_overwrites.length === 0) return;
  authority.requireInGuild(guildId, 'ManageRoles');
  for (const { allow, deny } of channel.permission_overwrites) {
    authority.requireOwned(authority.inGuild(guildId), BigInt(allow) | BigInt(deny));
  }
}
