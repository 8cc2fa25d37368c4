import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../../harness.ts';
import { guildOf, worldWithBotPermissions } from '../bot-permissions.ts';
import { errorOf, ids } from '../default-world.ts';

const guild_id = ids.guild;
const host = { guild_id, user_id: ids.host };
let adapter: Adapter;

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => adapter.simulator.control.reset());
afterAll(() => adapter.close());

const memberOf = (user_id: string) =>
  guildOf(adapter.simulator.control.world()).members?.find((one) => one.user_id === user_id);
const lastReason = () => guildOf(adapter.simulator.control.world()).audit_log?.at(-1)?.reason;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('members_add_role and members_remove_role', () => {
  const args = { ...host, role_id: ids.hostRole };

  test('give a role and take it again, and a repetition changes nothing', async () => {
    const added = { added: true, user_id: ids.host, role_id: ids.hostRole };
    expect(await adapter.call('members_add_role', { ...args, audit_reason: 'Hosts' })).toEqual(
      added,
    );
    expect(lastReason()).toBe('Hosts');
    expect(await adapter.call('members_add_role', args)).toEqual(added);
    expect(memberOf(ids.host)?.roles).toEqual([ids.hostRole]);
    const removed = { removed: true, user_id: ids.host, role_id: ids.hostRole };
    expect(await adapter.call('members_remove_role', args)).toEqual(removed);
    expect(await adapter.call('members_remove_role', args)).toEqual(removed);
    expect(memberOf(ids.host)?.roles).toEqual([]);
  });

  test.each(['members_add_role', 'members_remove_role'])(
    '%s refuses a role above the bot as a matter of hierarchy',
    async (tool) => {
      const error = await errorOf(adapter.call(tool, { ...host, role_id: ids.adminRole }));
      expect(error).toMatchObject({ code: 'DISCORD_HIERARCHY', outcome: 'not_applied' });
    },
  );

  test.each(['members_add_role', 'members_remove_role'])(
    '%s does not take an unknown member for success',
    async (tool) => {
      const error = await errorOf(adapter.call(tool, { ...args, user_id: ids.nothing }));
      expect(error).toMatchObject({ code: 'DISCORD_NOT_FOUND' });
    },
  );
});

describe('members_modify', () => {
  test('times a member out and lifts it again', async () => {
    const until = inHours(2);
    const args = { ...host, communication_disabled_until: until, audit_reason: 'Spam' };
    expect(await adapter.call('members_modify', args)).toMatchObject({
      user_id: ids.host,
      communication_disabled_until: until,
    });
    expect(Date.parse(memberOf(ids.host)?.communication_disabled_until ?? '')).toBe(
      Date.parse(until),
    );
    expect(lastReason()).toBe('Spam');
    expect(
      await adapter.call('members_modify', { ...host, communication_disabled_until: null }),
    ).toMatchObject({ communication_disabled_until: null });
  });

  test.each([
    ['longer than 28 days', inHours(28 * 24 + 1), 'more than 28 days'],
    ['that is over already', inHours(-1), 'in the past'],
  ])('refuses a timeout %s before the request', async (_, until, part) => {
    adapter.simulator.control.clearRequests();
    const error = await errorOf(
      adapter.call('members_modify', { ...host, communication_disabled_until: until }),
    );
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(part);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });

  test('sets and removes a nickname', async () => {
    expect(await adapter.call('members_modify', { ...host, nick: 'Hosty' })).toMatchObject({
      nick: 'Hosty',
    });
    expect(await adapter.call('members_modify', { ...host, nick: null })).toMatchObject({
      nick: null,
    });
    expect(memberOf(ids.host)?.nick).toBeNull();
  });

  test("changes the bot's own nickname by the route that Discord has for it", async () => {
    adapter.simulator.control.clearRequests();
    const args = { guild_id, user_id: ids.bot, nick: 'Guild helper' };
    expect(await adapter.call('members_modify', args)).toMatchObject({ nick: 'Guild helper' });
    expect(adapter.simulator.control.requests().at(-1)?.path).toBe(
      `/guilds/${guild_id}/members/@me`,
    );
  });

  test('replaces the whole set of roles', async () => {
    await adapter.call('members_modify', { ...host, roles: [ids.hostRole] });
    await adapter.call('members_modify', { ...host, roles: [ids.moderatorRole] });
    expect(memberOf(ids.host)?.roles).toEqual([ids.moderatorRole]);
  });

  test('moves, mutes and deafens a member who is in a voice channel', async () => {
    const world = adapter.simulator.control.world();
    for (const member of guildOf(world).members ?? []) {
      if (member.user_id === ids.host) member.voice_channel_id = ids.voice;
    }
    adapter.simulator.control.load(world);
    await adapter.call('members_modify', {
      ...host,
      mute: true,
      deaf: true,
      channel_id: ids.stage,
    });
    expect(memberOf(ids.host)).toMatchObject({
      mute: true,
      deaf: true,
      voice_channel_id: ids.stage,
    });
    await adapter.call('members_modify', { ...host, channel_id: null });
    expect(memberOf(ids.host)?.voice_channel_id).toBeNull();
  });

  test('a member above the bot is a matter of hierarchy', async () => {
    const error = await errorOf(
      adapter.call('members_modify', { guild_id, user_id: ids.admin, nick: 'Boss' }),
    );
    expect(error).toMatchObject({ code: 'DISCORD_HIERARCHY', outcome: 'not_applied' });
    expect(memberOf(ids.admin)?.nick).toBeNull();
  });
});

describe('arguments of members_modify', () => {
  test.each([
    [host, 'Nothing to change'],
    [{ ...host, audit_reason: 'x' }, 'Nothing to change'],
    [{ ...host, nick: '' }, 'nick'],
    [{ ...host, nick: 'x'.repeat(33) }, 'nick'],
    [{ ...host, roles: ['x'] }, 'roles'],
    [{ ...host, roles: Array.from({ length: 251 }, () => ids.hostRole) }, 'roles'],
    [{ ...host, channel_id: 5 }, 'Ids are strings'],
    [{ ...host, communication_disabled_until: 'tomorrow' }, 'ISO 8601'],
    [{ ...host, communication_disabled_until: 60 }, 'communication_disabled_until'],
    [{ ...host, timeout: 60 }, 'timeout'],
  ])('%j is refused', async (args, part) => {
    const error = await errorOf(adapter.call('members_modify', args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(part);
  });
});

describe('a bot without permissions', () => {
  let poor: Adapter;
  beforeAll(async () => {
    poor = await startAdapter({ simulator: { world: worldWithBotPermissions('VIEW_CHANNEL') } });
  });
  afterAll(() => poor.close());

  test.each([
    ['members_add_role', { role_id: ids.hostRole }, 'MANAGE_ROLES'],
    ['members_remove_role', { role_id: ids.hostRole }, 'MANAGE_ROLES'],
    ['members_modify', { nick: 'x' }, 'MANAGE_NICKNAMES'],
    ['members_modify', { roles: [] }, 'MANAGE_ROLES'],
    ['members_modify', { communication_disabled_until: inHours(1) }, 'MODERATE_MEMBERS'],
    ['members_modify', { nick: 'x', roles: [] }, 'MANAGE_NICKNAMES, MANAGE_ROLES'],
  ])('is told by %s for %j that it lacks %s', async (tool, args, permission) => {
    const before = poor.simulator.control.world();
    expect(await errorOf(poor.call(tool, { ...host, ...args }))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: `Missing ${permission}`,
      outcome: 'not_applied',
    });
    expect(poor.simulator.control.world()).toEqual(before);
  });
});
