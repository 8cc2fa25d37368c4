import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, type RequestContext } from '../../http/route.ts';
import { list } from '../../validate/collections.ts';
import { nullish, object, parse } from '../../validate/rule.ts';
import { boolean, integer, snowflake } from '../../validate/scalars.ts';

const rule = list(
  object({
    id: snowflake(),
    position: nullish(integer({ min: 0 })),
    parent_id: nullish(snowflake()),
    lock_permissions: nullish(boolean()),
  }),
);

/** `PATCH /guilds/{id}/channels`: new positions, and new parents. */
export function moveChannels(context: RequestContext): Answer {
  const { state, authority, param, body } = context;
  const { guild } = authority.requireInGuild(param('guild_id'), 'ManageChannels');
  const moves = parse(rule, body).map((move) => {
    const channel = state.channels.get(move.id);
    const parent = move.parent_id ? state.channels.get(move.parent_id) : undefined;
    if (channel?.guild_id !== guild.id) throw apiError(10003);
    if (move.parent_id && (parent?.guild_id !== guild.id || parent.type !== 4)) {
      throw apiError(50024);
    }
    return { ...move, channel, parent };
  });
  for (const { channel, parent, position, parent_id, lock_permissions } of moves) {
    const before = { ...channel };
    state.channels.update(channel, {
      ...(typeof position === 'number' && { position }),
      ...(parent_id !== undefined && { parent_id }),
      ...(parent && lock_permissions && { permission_overwrites: parent.permission_overwrites }),
    });
    const changes = changesBetween(before, channel, ['position', 'parent_id']);
    if (changes.length === 0) continue;
    recordAudit(context, guild.id, {
      action: AuditLogEvent.ChannelUpdate,
      targetId: channel.id,
      changes,
    });
  }
  return noContent();
}
