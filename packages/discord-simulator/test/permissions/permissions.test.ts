import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import type { World, WorldGuild } from '../../src/index.ts';
import { ALL_PERMISSIONS } from '../../src/permissions/bits.ts';
import {
  compareRoles,
  highestRole,
  outranksMember,
  outranksRole,
} from '../../src/permissions/hierarchy.ts';
import { channelPermissions, guildPermissions } from '../../src/permissions/member-permissions.ts';
import type { ChannelRecord } from '../../src/world/channel-records.ts';
import type { MemberRecord, RoleRecord } from '../../src/world/guild-records.ts';
import { loadWorld } from '../../src/world/load-world.ts';
import type { State } from '../../src/world/state.ts';

const NOW = Date.UTC(2030, 0, 1);
const [GUILD, OWNER, MEMBER, CHANNEL] = ['1', '10', '11', '20'];

function build(guild: Omit<WorldGuild, 'id'>): State {
  const world: World = {
    guilds: [
      {
        id: GUILD,
        owner_id: OWNER,
        roles: [{ id: GUILD, permissions: '0' }, ...(guild.roles ?? [])],
        channels: guild.channels ?? [{ id: CHANNEL }],
        members: guild.members ?? [{ user_id: MEMBER }],
      },
    ],
  };
  return loadWorld(world);
}

const member = (state: State, id: string = MEMBER) => state.member(GUILD, id) as MemberRecord;
const channel = (state: State, id: string = CHANNEL) => state.channels.get(id) as ChannelRecord;
const role = (state: State, id: string) => state.roles.get(id) as RoleRecord;
const inChannel = (state: State, id?: string) =>
  channelPermissions(state, channel(state, id), member(state), NOW);

describe('in the guild', () => {
  test('roles add up with @everyone', () => {
    const state = build({
      roles: [
        { id: '2', permissions: String(P.KickMembers) },
        { id: '3', permissions: String(P.BanMembers) },
      ],
      members: [{ user_id: MEMBER, roles: ['2', '3'] }],
    });
    state.roles.update(state.everyone(GUILD), { permissions: String(P.ViewChannel) });
    expect(guildPermissions(state, member(state), NOW)).toBe(
      P.KickMembers | P.BanMembers | P.ViewChannel,
    );
  });

  test('the owner and administrators may do everything', () => {
    const state = build({
      roles: [{ id: '2', permissions: String(P.Administrator) }],
      members: [{ user_id: MEMBER, roles: ['2'] }],
    });
    expect(guildPermissions(state, member(state), NOW)).toBe(ALL_PERMISSIONS);
    expect(guildPermissions(state, member(state, OWNER), NOW)).toBe(ALL_PERMISSIONS);
  });

  test('who is timed out only sees, until it is over', () => {
    const state = build({
      roles: [
        { id: '2', permissions: String(P.ViewChannel | P.SendMessages | P.ReadMessageHistory) },
      ],
      members: [
        { user_id: MEMBER, roles: ['2'], communication_disabled_until: '2030-01-01T00:00:01Z' },
      ],
    });
    const all = P.ViewChannel | P.ReadMessageHistory;
    expect(guildPermissions(state, member(state), NOW)).toBe(all);
    expect(inChannel(state)).toBe(all);
    expect(guildPermissions(state, member(state), NOW + 1000)).toBe(all | P.SendMessages);
  });

  test('a timeout does not bind administrators', () => {
    const state = build({
      roles: [{ id: '2', permissions: String(P.Administrator) }],
      members: [
        { user_id: MEMBER, roles: ['2'], communication_disabled_until: '2030-01-02T00:00:00Z' },
      ],
    });
    expect(inChannel(state)).toBe(ALL_PERMISSIONS);
  });
});

describe('in a channel', () => {
  const base = P.ViewChannel | P.SendMessages | P.EmbedLinks;
  const overwrite = (id: string, type: 0 | 1, allow: bigint, deny: bigint) => ({
    id,
    type,
    allow: String(allow),
    deny: String(deny),
  });

  function withOverwrites(...overwrites: ReturnType<typeof overwrite>[]): State {
    const state = build({
      roles: [{ id: '2' }, { id: '3' }],
      channels: [{ id: CHANNEL, permission_overwrites: overwrites }],
      members: [{ user_id: MEMBER, roles: ['2', '3'] }],
    });
    state.roles.update(state.everyone(GUILD), { permissions: String(base) });
    return state;
  }

  test('roles overrule @everyone, the member overrules roles', () => {
    const state = withOverwrites(
      overwrite(GUILD, 0, 0n, P.EmbedLinks),
      overwrite('2', 0, P.EmbedLinks, 0n),
      overwrite(MEMBER, 1, 0n, P.EmbedLinks),
    );
    expect(inChannel(state)).toBe(base & ~P.EmbedLinks);
  });

  test('of several roles an allowance wins over a denial', () => {
    const state = withOverwrites(
      overwrite('2', 0, P.EmbedLinks, 0n),
      overwrite('3', 0, 0n, P.EmbedLinks),
    );
    expect(inChannel(state)).toBe(base);
  });

  test('the overwrite of a role does not touch who lacks it', () => {
    expect(inChannel(withOverwrites(overwrite('4', 0, 0n, P.ViewChannel)))).toBe(base);
  });

  test('a member whose id is a role’s id is not mistaken for it', () => {
    expect(inChannel(withOverwrites(overwrite('2', 1, 0n, P.ViewChannel)))).toBe(base);
  });

  test('without VIEW_CHANNEL there is nothing', () => {
    expect(inChannel(withOverwrites(overwrite(GUILD, 0, 0n, P.ViewChannel)))).toBe(0n);
  });

  test('without SEND_MESSAGES there are no embeds, files and mass mentions', () => {
    const state = withOverwrites(
      overwrite(GUILD, 0, P.AttachFiles | P.MentionEveryone | P.AddReactions, P.SendMessages),
    );
    expect(inChannel(state)).toBe(P.ViewChannel | P.AddReactions);
  });

  test('without CONNECT there is no speaking', () => {
    const state = withOverwrites(overwrite(GUILD, 0, P.Speak | P.Connect, 0n));
    state.channels.update(channel(state), { type: 2 });
    expect(inChannel(state) & P.Speak).toBe(P.Speak);
    state.channels.update(channel(state), {
      permission_overwrites: [overwrite(GUILD, 0, P.Speak, P.Connect)],
    });
    expect(inChannel(state) & P.Speak).toBe(0n);
  });

  test('a thread follows its parent, but sends by a permission of its own', () => {
    const state = withOverwrites(overwrite(GUILD, 0, P.SendMessagesInThreads, P.SendMessages));
    state.channels.add({
      ...channel(state),
      id: '30',
      type: 11,
      parent_id: CHANNEL,
      permission_overwrites: [],
    });
    expect(inChannel(state, '30')).toBe(P.ViewChannel | P.SendMessagesInThreads | P.EmbedLinks);
  });
});

describe('the order of ranks', () => {
  const state = build({
    roles: [
      { id: '2', position: 1 },
      { id: '3', position: 2 },
      { id: '4', position: 2 },
    ],
    members: [
      { user_id: '11', roles: ['2', '3'] },
      { user_id: '12', roles: ['4'] },
      { user_id: '13' },
    ],
  });

  test('the highest position counts, of equals the older role', () => {
    expect(highestRole(state, member(state, '11')).id).toBe('3');
    expect(compareRoles(role(state, '3'), role(state, '4'))).toBeGreaterThan(0);
    expect(highestRole(state, member(state, '13')).id).toBe(GUILD);
  });

  test('nobody outranks an equal, oneself or the owner', () => {
    expect(outranksMember(state, member(state, '11'), member(state, '12'))).toBe(true);
    expect(outranksMember(state, member(state, '12'), member(state, '11'))).toBe(false);
    expect(outranksMember(state, member(state, '11'), member(state, '11'))).toBe(false);
    expect(outranksMember(state, member(state, '11'), member(state, OWNER))).toBe(false);
    expect(outranksMember(state, member(state, OWNER), member(state, '11'))).toBe(true);
    expect(outranksMember(state, member(state, '13'), member(state, '13'))).toBe(false);
  });

  test('the owner outranks every role, others those below', () => {
    expect(outranksRole(state, member(state, OWNER), role(state, '3'))).toBe(true);
    expect(outranksRole(state, member(state, '11'), role(state, '3'))).toBe(false);
    expect(outranksRole(state, member(state, '11'), role(state, '2'))).toBe(true);
  });
});
