import { AuditLogEvent } from 'discord-api-types/v10';
import { changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { ok, type RequestContext, type Route, route } from '../../http/route.ts';
import { toInvite } from '../../present/invite.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { boolean, snowflake } from '../../validate/scalars.ts';
import type { InviteRecord } from '../../world/channel-records.ts';
import { createInvite } from './create-invite.ts';

const query = object({
  with_counts: optional(boolean()),
  guild_scheduled_event_id: optional(snowflake()),
});

export const inviteRoutes: readonly Route[] = [
  route('POST /channels/{channel_id}/invites', createInvite),
  route('GET /channels/{channel_id}/invites', listChannelInvites),
  route('GET /guilds/{guild_id}/invites', listGuildInvites),
  route('GET /invites/{code}', getInvite, 'none'),
  route('DELETE /invites/{code}', deleteInvite),
];

function listChannelInvites(context: RequestContext) {
  const { state, authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  if (!channel.guild_id) throw apiError(50003);
  authority.requireInChannel(channel, 'ManageChannels');
  const invites = validInvites(context, channel.guild_id);
  return ok(
    invites
      .filter(({ channel_id }) => channel_id === channel.id)
      .map((invite) => toInvite(state, invite, { full: true })),
  );
}

function listGuildInvites(context: RequestContext) {
  const { state, authority, param } = context;
  const guildId = param('guild_id');
  const { guild } = authority.requireGuild(guildId);
  if (!authority.mayInGuild(guildId, 'ViewAuditLog')) {
    authority.requireInGuild(guildId, 'ManageGuild');
  }
  const full = authority.mayInGuild(guildId, 'ManageGuild');
  return ok(validInvites(context, guild.id).map((invite) => toInvite(state, invite, { full })));
}

function getInvite(context: RequestContext) {
  const { with_counts } = parse(query, context.query);
  const invite = requireInvite(context);
  return ok(toInvite(context.state, invite, { full: false, withCounts: with_counts ?? false }));
}

function deleteInvite(context: RequestContext) {
  const { state, authority } = context;
  const invite = requireInvite(context);
  const channel = state.channels.get(invite.channel_id);
  const mayHere = channel && authority.mayInChannel(channel, 'ManageChannels');
  if (!mayHere) authority.requireInGuild(invite.guild_id, 'ManageGuild');
  state.invites.remove(invite.code);
  recordAudit(context, invite.guild_id, {
    action: AuditLogEvent.InviteDelete,
    targetId: null,
    changes: changesOf(invite, 'old_value', ['code', 'channel_id', 'max_age', 'max_uses', 'uses']),
  });
  return ok(toInvite(state, invite, { full: false }));
}

/** The invite of the path; 10006 when there is none, or when it has expired. */
function requireInvite(context: RequestContext): InviteRecord {
  const invite = context.state.invites.get(context.param('code'));
  if (!invite || isExpired(invite, context.now)) throw apiError(10006);
  return invite;
}

function validInvites({ state, now }: RequestContext, guildId: string): InviteRecord[] {
  return state.invites.of(guildId).filter((invite) => !isExpired(invite, now));
}

function isExpired({ expires_at }: InviteRecord, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now;
}
