import { AuditLogEvent } from 'discord-api-types/v10';
import { recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { outranksMember } from '../../permissions/hierarchy.ts';
import { uniqueSnowflakes } from '../../validate/collections.ts';
import { nullish, object, parse } from '../../validate/rule.ts';
import { integer, snowflake } from '../../validate/scalars.ts';
import type { MemberRecord } from '../../world/guild-records.ts';
import { memberKey, type State } from '../../world/state.ts';
import { removeMessage } from '../messages/delete-messages.ts';
import { requireUser } from '../require.ts';

const DAY = 86_400;
const SECONDS = nullish(integer({ min: 0, max: 7 * DAY }));
const rule = object({
  delete_message_seconds: SECONDS,
  delete_message_days: nullish(integer({ min: 0, max: 7 })),
});
const bulkRule = object({
  user_ids: uniqueSnowflakes(snowflake(), { min: 1, max: 200 }),
  delete_message_seconds: SECONDS,
});

/** Bans a user, member or not; one who is banned already stays so and nothing is logged. */
export function putBan(context: RequestContext): Answer {
  const { state, authority, param, body } = context;
  const { guild, member: actor } = authority.requireInGuild(param('guild_id'), 'BanMembers');
  const user = requireUser(context);
  const { delete_message_seconds, delete_message_days } = parse(rule, body);
  const member = state.member(guild.id, user.id);
  if (member) authority.requireAboveMember(actor, member);
  else if (guild.owner_id === user.id) throw apiError(50013);
  if (state.bans.has(memberKey(guild.id, user.id))) return noContent();
  ban(context, guild.id, user.id, delete_message_seconds ?? (delete_message_days ?? 0) * DAY);
  return noContent();
}

/** Bans up to 200 users; 500000 when not one of them could be banned. */
export function bulkBan(context: RequestContext): Answer {
  const { state, authority, param, body } = context;
  const { guild, member: actor } = authority.requireInGuild(
    param('guild_id'),
    'BanMembers',
    'ManageGuild',
  );
  const { user_ids, delete_message_seconds } = parse(bulkRule, body);
  const bannable = user_ids.filter((id) => isBannable(state, actor, id));
  if (bannable.length === 0) throw apiError(500000);
  for (const id of bannable) ban(context, guild.id, id, delete_message_seconds ?? 0);
  return ok({
    banned_users: bannable,
    failed_users: user_ids.filter((id) => !bannable.includes(id)),
  });
}

function isBannable(state: State, actor: MemberRecord, userId: string): boolean {
  const { guild_id, user_id } = actor;
  if (!state.users.has(userId) || userId === user_id) return false;
  if (state.bans.has(memberKey(guild_id, userId))) return false;
  const member = state.member(guild_id, userId);
  return !member || outranksMember(state, actor, member);
}

function ban(context: RequestContext, guildId: string, userId: string, seconds: number): void {
  const { state, reason, now } = context;
  state.bans.add({ guild_id: guildId, user_id: userId, reason: reason ?? null });
  state.members.remove(memberKey(guildId, userId));
  for (const channel of seconds > 0 ? state.channels.of(guildId) : []) {
    for (const message of state.messages.of(channel.id)) {
      const recent = Date.parse(message.timestamp) >= now - seconds * 1000;
      if (recent && message.author_id === userId) removeMessage(state, channel, message);
    }
  }
  recordAudit(context, guildId, { action: AuditLogEvent.MemberBanAdd, targetId: userId });
}
