import type { State } from './state.ts';
import type { FullWorld, FullWorldGuild } from './world.ts';

/** A plain copy of the whole state; `loadWorld` of it gives the same state. */
export function saveWorld(state: State, sequence: number): FullWorld {
  const guilds = state.guilds.all().map(
    (guild): FullWorldGuild => ({
      ...guild,
      roles: state.roles.of(guild.id),
      channels: state.channels.of(guild.id),
      members: state.members.of(guild.id),
      bans: state.bans.of(guild.id),
      events: state.events.of(guild.id),
      emojis: state.emojis.of(guild.id),
      stickers: state.stickers.of(guild.id),
      auto_moderation_rules: state.autoModerationRules.of(guild.id),
      audit_log: state.auditLog.of(guild.id),
    }),
  );
  return structuredClone({
    users: state.users.all(),
    guilds,
    direct_channels: state.channels.of(''),
    messages: state.messages.all(),
    webhooks: state.webhooks.all(),
    invites: state.invites.all(),
    nonces: state.nonces.all(),
    sequence,
  });
}
