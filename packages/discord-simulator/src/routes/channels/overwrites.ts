import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, type RequestContext } from '../../http/route.ts';
import { nullish, object, parse } from '../../validate/rule.ts';
import { choice, permissionBits } from '../../validate/scalars.ts';
import type { ChannelRecord, OverwriteRecord } from '../../world/channel-records.ts';
import { isThread } from '../../world/complete-channel.ts';

const rule = object({
  type: nullish(choice(0, 1)),
  allow: nullish(permissionBits()),
  deny: nullish(permissionBits()),
});

/** Sets the overwrite of one role or member; what changes must be permissions the caller has. */
export function putOverwrite(context: RequestContext): Answer {
  const { state, authority, body } = context;
  const { channel, guildId, targetId } = findChannel(context);
  const draft = parse(rule, body);
  const role = state.roles.get(targetId);
  const type = draft.type ?? (role ? 0 : 1);
  const exists = type === 0 ? role?.guild_id === guildId : state.users.has(targetId);
  if (!exists) throw apiError(10009);
  const before = channel.permission_overwrites.find(({ id }) => id === targetId);
  const allow = draft.allow ?? 0n;
  const deny = draft.deny ?? 0n;
  const changed = (allow ^ BigInt(before?.allow ?? '0')) | (deny ^ BigInt(before?.deny ?? '0'));
  authority.requireOwned(authority.inChannel(channel), changed);
  const overwrite: OverwriteRecord = {
    id: targetId,
    type,
    allow: String(allow),
    deny: String(deny),
  };
  const others = channel.permission_overwrites.filter(({ id }) => id !== targetId);
  if (before && changed === 0n) return noContent();
  state.channels.update(channel, { permission_overwrites: [...others, overwrite] });
  recordAudit(context, guildId, {
    action: before ? AuditLogEvent.ChannelOverwriteUpdate : AuditLogEvent.ChannelOverwriteCreate,
    targetId: channel.id,
    changes: before
      ? changesBetween(before, overwrite, ['allow', 'deny'])
      : changesOf(overwrite, 'new_value', ['id', 'type', 'allow', 'deny']),
    options: toOptions(overwrite, role?.name),
  });
  return noContent();
}

export function deleteOverwrite(context: RequestContext): Answer {
  const { state } = context;
  const { channel, guildId, targetId } = findChannel(context);
  const overwrite = channel.permission_overwrites.find(({ id }) => id === targetId);
  if (!overwrite) throw apiError(10009);
  state.channels.update(channel, {
    permission_overwrites: channel.permission_overwrites.filter((each) => each !== overwrite),
  });
  recordAudit(context, guildId, {
    action: AuditLogEvent.ChannelOverwriteDelete,
    targetId: channel.id,
    changes: changesOf(overwrite, 'old_value', ['id', 'type', 'allow', 'deny']),
    options: toOptions(overwrite, state.roles.get(targetId)?.name),
  });
  return noContent();
}

function findChannel({ authority, param }: RequestContext): {
  channel: ChannelRecord;
  guildId: string;
  targetId: string;
} {
  const channel = authority.requireChannel(param('channel_id'));
  if (!channel.guild_id) throw apiError(50003);
  if (isThread(channel)) throw apiError(50024);
  authority.requireInChannel(channel, 'ManageRoles');
  return { channel, guildId: channel.guild_id, targetId: param('overwrite_id') };
}

function toOptions({ id, type }: OverwriteRecord, roleName: string | undefined) {
  return { id, type: String(type), ...(type === 0 && roleName && { role_name: roleName }) };
}
