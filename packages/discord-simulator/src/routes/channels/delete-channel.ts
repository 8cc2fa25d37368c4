import { AuditLogEvent } from 'discord-api-types/v10';
import { changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toChannel } from '../../present/channel.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { isThread } from '../../world/complete-channel.ts';
import type { State } from '../../world/state.ts';

/** Deletes a channel or thread with all that is in it; answers the channel as it was. */
export function deleteChannel(context: RequestContext): Answer {
  const { state, actor, authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  const shown = toChannel(state, channel, actor.id);
  if (!channel.guild_id) return ok(shown);
  const thread = isThread(channel);
  authority.requireInChannel(channel, thread ? 'ManageThreads' : 'ManageChannels');
  requireDispensable(state, channel, channel.guild_id);
  removeChannel(state, channel, channel.guild_id);
  recordAudit(context, channel.guild_id, {
    action: thread ? AuditLogEvent.ThreadDelete : AuditLogEvent.ChannelDelete,
    targetId: channel.id,
    changes: changesOf(channel, 'old_value', ['name', 'type']),
  });
  return ok(shown);
}

function requireDispensable(state: State, channel: ChannelRecord, guildId: string): void {
  const guild = state.guilds.get(guildId);
  const community = guild?.features.includes('COMMUNITY');
  const needed = [guild?.rules_channel_id, guild?.public_updates_channel_id];
  if (community && needed.includes(channel.id)) throw apiError(50074);
}

function removeChannel(state: State, channel: ChannelRecord, guildId: string): void {
  for (const child of state.channels.of(guildId)) {
    if (child.parent_id !== channel.id) continue;
    if (isThread(child)) removeChannel(state, child, guildId);
    else state.channels.update(child, { parent_id: null });
  }
  for (const message of state.messages.of(channel.id)) state.messages.remove(message.id);
  for (const webhook of state.webhooks.of(guildId)) {
    if (webhook.channel_id === channel.id) state.webhooks.remove(webhook.id);
  }
  for (const invite of state.invites.of(guildId)) {
    if (invite.channel_id === channel.id) state.invites.remove(invite.code);
  }
  const guild = state.guilds.get(guildId);
  if (guild?.system_channel_id === channel.id) {
    state.guilds.update(guild, { system_channel_id: null });
  }
  state.channels.remove(channel.id);
}
