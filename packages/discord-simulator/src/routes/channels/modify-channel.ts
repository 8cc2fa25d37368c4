import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toChannel } from '../../present/channel.ts';
import { type Output, parse } from '../../validate/rule.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { isThread } from '../../world/complete-channel.ts';
import { modifyThread } from '../threads/modify-thread.ts';
import {
  checkChannel,
  modifyRule,
  toChannelName,
  toOverwrites,
  toPlainFields,
  toTags,
} from './channel-rule.ts';

const AUDITED = [
  'name',
  'type',
  'topic',
  'nsfw',
  'rate_limit_per_user',
  'position',
  'bitrate',
  'user_limit',
  'flags',
  'available_tags',
  'default_auto_archive_duration',
] as const;

/** `PATCH /channels/{id}`, for guild channels and threads. */
export function modifyChannel(context: RequestContext): Answer {
  const { state, actor, authority, param, body } = context;
  const channel = authority.requireChannel(param('channel_id'));
  if (!channel.guild_id) throw apiError(50003);
  if (isThread(channel)) return modifyThread(context, channel, channel.guild_id);
  authority.requireInChannel(channel, 'ManageChannels');
  const draft = parse(modifyRule, body, (given, spot) =>
    checkChannel(context, channel, given, spot),
  );
  const patch = toPatch(context, channel, channel.guild_id, draft);
  const before = { ...channel };
  state.channels.update(channel, patch);
  const changes = changesBetween(before, channel, AUDITED);
  if (changes.length > 0) {
    recordAudit(context, channel.guild_id, {
      action: AuditLogEvent.ChannelUpdate,
      targetId: channel.id,
      changes,
    });
  }
  return ok(toChannel(state, channel, actor.id));
}

function toPatch(
  context: RequestContext,
  channel: ChannelRecord,
  guildId: string,
  draft: Output<typeof modifyRule>,
): Partial<ChannelRecord> {
  const { name, type, position, flags, available_tags: tags, default_reaction_emoji } = draft;
  requireConvertible(context, channel, guildId, type);
  if (tags && new Set(tags.map((tag) => tag.name)).size !== tags.length) throw apiError(40061);
  return {
    ...toPlainFields(draft),
    ...(name && { name: toChannelName(name, channel.type) }),
    ...(type !== undefined && type !== null && { type }),
    ...(typeof position === 'number' && { position }),
    ...(typeof flags === 'number' && { flags }),
    ...(tags && { available_tags: toTags(tags, context.ids) }),
    ...(default_reaction_emoji !== undefined && {
      default_reaction_emoji: default_reaction_emoji && {
        emoji_id: default_reaction_emoji.emoji_id ?? null,
        emoji_name: default_reaction_emoji.emoji_name ?? null,
      },
    }),
    ...(draft.permission_overwrites && {
      permission_overwrites: replaceOverwrites(
        context,
        channel,
        guildId,
        draft.permission_overwrites,
      ),
    }),
  };
}

/** Only text and announcement channels turn into each other, in guilds that have announcements. */
function requireConvertible(
  { state }: RequestContext,
  channel: ChannelRecord,
  guildId: string,
  type: number | null | undefined,
): void {
  if (type === undefined || type === null || type === channel.type) return;
  const convertible = channel.type === 0 || channel.type === 5;
  if (!convertible || !state.guilds.get(guildId)?.features.includes('NEWS')) throw apiError(50024);
}

function replaceOverwrites(
  { state, authority }: RequestContext,
  channel: ChannelRecord,
  guildId: string,
  given: NonNullable<Output<typeof modifyRule>['permission_overwrites']>,
): ChannelRecord['permission_overwrites'] {
  authority.requireInChannel(channel, 'ManageRoles');
  const roles = new Set(state.roles.of(guildId).map(({ id }) => id));
  const overwrites = toOverwrites(given, roles);
  for (const { id, allow, deny } of overwrites) {
    const before = channel.permission_overwrites.find((overwrite) => overwrite.id === id);
    const changed =
      (BigInt(allow) ^ BigInt(before?.allow ?? '0')) | (BigInt(deny) ^ BigInt(before?.deny ?? '0'));
    authority.requireOwned(authority.inChannel(channel), changed);
  }
  return overwrites;
}
