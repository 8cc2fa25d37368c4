import { checkWorld } from './check-world.ts';
import { completeChannel, completeMessage } from './complete-channel.ts';
import {
  completeAutoModerationRule,
  completeEmoji,
  completeEvent,
  completeGuild,
  completeRole,
  completeSticker,
} from './complete-guild.ts';
import { completeInvite, completeMember, completeUser, completeWebhook } from './complete-user.ts';
import { compareIds } from './ids.ts';
import { State } from './state.ts';
import type { World, WorldGuild } from './world.ts';

/** Builds the state a world describes. What it refers to and does not hold is made up or refused. */
export function loadWorld(source: World): State {
  checkWorld(source);
  const world = structuredClone(source);
  const state = new State();
  for (const user of world.users ?? []) state.users.add(completeUser(user));
  for (const guild of world.guilds ?? []) loadGuild(state, guild);
  for (const channel of world.direct_channels ?? []) {
    state.channels.add(completeChannel({ type: 1, ...channel }));
  }
  for (const webhook of world.webhooks ?? []) state.webhooks.add(completeWebhook(webhook));
  for (const invite of world.invites ?? []) state.invites.add(completeInvite(invite));
  for (const message of world.messages ?? []) loadMessage(state, message);
  for (const nonce of world.nonces ?? []) state.nonces.add(nonce);
  return state;
}

function loadMessage(state: State, message: NonNullable<World['messages']>[number]): void {
  const channel = state.channels.get(message.channel_id);
  if (!channel) {
    throw new Error(
      `The message ${message.id} of the world is in channel ${message.channel_id}, which the world does not hold. Add the channel to a guild or to direct_channels.`,
    );
  }
  const guild = state.guilds.get(channel.guild_id ?? '');
  const author = guild?.owner_id ?? channel.recipient_ids[0] ?? message.id;
  const row = state.messages.add(completeMessage(message, author));
  if (!row.webhook_id) knowUser(state, row.author_id);
  if (!channel.last_message_id || compareIds(channel.last_message_id, row.id) < 0) {
    channel.last_message_id = row.id;
  }
}

function loadGuild(state: State, source: WorldGuild): void {
  const {
    roles = [],
    channels = [],
    members = [],
    bans = [],
    events = [],
    emojis = [],
    stickers = [],
    auto_moderation_rules = [],
    audit_log = [],
    ...facts
  } = source;
  const owner = facts.owner_id ?? findOwner(state, members, facts.id);
  const guild = state.guilds.add(completeGuild(facts, owner));
  const guild_id = guild.id;
  if (!roles.some((role) => role.id === guild_id)) {
    state.roles.add(completeRole({ id: guild_id, guild_id }));
  }
  for (const role of roles) state.roles.add(completeRole({ ...role, guild_id }));
  for (const channel of channels) state.channels.add(completeChannel({ ...channel, guild_id }));
  for (const member of members) {
    knowUser(state, member.user_id);
    state.members.add(completeMember({ ...member, guild_id }));
  }
  knowUser(state, owner);
  if (!state.member(guild_id, owner)) {
    state.members.add(completeMember({ guild_id, user_id: owner }));
  }
  for (const ban of bans) {
    knowUser(state, ban.user_id);
    state.bans.add({ reason: null, ...ban, guild_id });
  }
  for (const event of events) state.events.add(completeEvent({ ...event, guild_id }));
  for (const emoji of emojis) state.emojis.add(completeEmoji({ ...emoji, guild_id }));
  for (const sticker of stickers) state.stickers.add(completeSticker({ ...sticker, guild_id }));
  for (const rule of auto_moderation_rules) {
    state.autoModerationRules.add(completeAutoModerationRule({ ...rule, guild_id }, owner));
  }
  for (const entry of audit_log) {
    state.auditLog.add({ user_id: null, target_id: null, ...entry, guild_id });
  }
}

/** The first person among the members or users; a bot owns no guild unless the world says so. */
function findOwner(
  state: State,
  members: readonly { readonly user_id: string }[],
  guildId: string,
): string {
  const person = members.find(({ user_id }) => !state.users.get(user_id)?.bot);
  return person?.user_id ?? state.users.all().find(({ bot }) => !bot)?.id ?? guildId;
}

function knowUser(state: State, id: string): void {
  if (!state.users.has(id)) state.users.add(completeUser({ id }));
}
