import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { guildOf, worldWithBotPermissions } from './bot-permissions.ts';
import { errorOf, ids } from './default-world.ts';

const guild_id = ids.guild;
let adapter: Adapter;

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => adapter.simulator.control.reset());
afterAll(() => adapter.close());

const roles = () => guildOf(adapter.simulator.control.world()).roles ?? [];
const roleOf = (id: string) => roles().find((role) => role.id === id);

describe('roles_list', () => {
  test('lists the highest role first and @everyone last', async () => {
    const { roles } = await adapter.call<{ roles: { id: string; name: string }[] }>('roles_list', {
      guild_id,
    });
    expect(roles.map(({ name }) => name)).toEqual([
      'admin',
      'Guildline',
      'moderator',
      'event-host',
      '@everyone',
    ]);
    expect(roles.at(-1)?.id).toBe(guild_id);
    expect(roles[0]).toEqual({
      id: ids.adminRole,
      name: 'admin',
      color: 0,
      position: 4,
      permissions: '8',
      hoist: true,
      managed: false,
      mentionable: false,
    });
  });

  test('names the permissions on request', async () => {
    const { roles } = await adapter.call<{ roles: { permission_names: string[] }[] }>(
      'roles_list',
      { guild_id, with_permission_names: true },
    );
    expect(roles[0]?.permission_names).toEqual(['ADMINISTRATOR']);
  });

  test('of two roles at one position, the older is the higher', async () => {
    const world = worldWithBotPermissions('VIEW_CHANNEL');
    for (const role of guildOf(world).roles ?? []) if (role.id !== guild_id) role.position = 1;
    adapter.simulator.control.load(world);
    const { roles } = await adapter.call<{ roles: { id: string }[] }>('roles_list', { guild_id });
    const order = roles.map(({ id }) => id);
    expect(order.slice(0, -1)).toEqual(order.slice(0, -1).sort());
  });
});

describe('roles_create', () => {
  const role = {
    guild_id,
    name: 'helper',
    permissions: ['KICK_MEMBERS', 'MANAGE_MESSAGES'],
    color: 0x33_66_99,
    hoist: true,
    audit_reason: 'More help: ünïcode',
  };

  test('creates the role with exactly these permissions and tells the audit log why', async () => {
    const created = await adapter.call<{ id: string }>('roles_create', role);
    expect(created).toEqual({
      id: created.id,
      name: 'helper',
      color: 0x33_66_99,
      position: 1,
      permissions: '8194',
      permission_names: ['KICK_MEMBERS', 'MANAGE_MESSAGES'],
      hoist: true,
      managed: false,
      mentionable: false,
    });
    expect(roleOf(created.id)).toMatchObject({ name: 'helper', permissions: '8194', hoist: true });
    const [entry] = guildOf(adapter.simulator.control.world()).audit_log ?? [];
    expect(entry).toMatchObject({ target_id: created.id, reason: 'More help: ünïcode' });
  });

  test('without arguments it is what Discord calls a new role', async () => {
    const created = await adapter.call<{ name: string }>('roles_create', { guild_id });
    expect(created.name).toBe('new role');
  });

  test('an empty list of permissions gives none', async () => {
    const args = { guild_id, name: 'plain', permissions: [] };
    expect(await adapter.call('roles_create', args)).toMatchObject({
      permissions: '0',
      permission_names: [],
    });
  });

  const lookup = (since: number, args: object = role) =>
    adapter.tools.get('roles_create')?.lookup?.(args, since, adapter.context());

  test('a lost answer is looked up: the role is found and not created again', async () => {
    const since = Date.now();
    adapter.simulator.control.inject({ method: 'POST', drop: 'after' });
    const error = await errorOf(adapter.call('roles_create', role));
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown', retriable: false });
    expect(await lookup(since)).toMatchObject({
      outcome: 'applied',
      result: { name: 'helper', permissions: '8194' },
    });
    expect(roles().filter(({ name }) => name === 'helper')).toHaveLength(1);
  });

  test('a request that never arrived is looked up as absent', async () => {
    expect(await lookup(Date.now())).toEqual({ outcome: 'absent' });
  });

  test('two roles alike leave the outcome unsure', async () => {
    const since = Date.now();
    await adapter.call('roles_create', role);
    await adapter.call('roles_create', role);
    expect(await lookup(since)).toEqual({ outcome: 'unsure' });
  });

  test('a role that somebody else created is not taken for the lost one', async () => {
    const since = Date.now();
    const { id } = await adapter.call<{ id: string }>('roles_create', role);
    const world = adapter.simulator.control.world();
    for (const entry of guildOf(world).audit_log ?? []) {
      if (entry.target_id === id) entry.user_id = ids.admin;
    }
    adapter.simulator.control.load(world);
    expect(await lookup(since)).toEqual({ outcome: 'absent' });
  });

  test('a role that an earlier call created is not taken for the lost one', async () => {
    await adapter.call('roles_create', role);
    expect(await lookup(Date.now() + 120_000)).toEqual({ outcome: 'absent' });
  });

  test('without the audit log, a role that fits leaves the outcome unsure', async () => {
    const poor = await startAdapter({
      simulator: { world: worldWithBotPermissions('MANAGE_ROLES') },
    });
    const since = Date.now();
    const args = { guild_id, name: 'helper' };
    await poor.call('roles_create', args);
    const tool = poor.tools.get('roles_create');
    expect(await tool?.lookup?.(args, since, poor.context())).toEqual({ outcome: 'unsure' });
    await poor.close();
  });
});

describe('roles_modify', () => {
  test('changes what is named and leaves the rest', async () => {
    const before = roleOf(ids.hostRole);
    const changed = await adapter.call('roles_modify', {
      guild_id,
      role_id: ids.hostRole,
      name: 'stage-host',
      color: 1,
      audit_reason: 'Renamed',
    });
    expect(changed).toMatchObject({ id: ids.hostRole, name: 'stage-host', color: 1 });
    expect(roleOf(ids.hostRole)).toEqual({ ...before, name: 'stage-host', color: 1 });
  });

  test('replaces the whole set of permissions', async () => {
    await adapter.call('roles_modify', {
      guild_id,
      role_id: ids.moderatorRole,
      permissions: ['MANAGE_MESSAGES'],
    });
    expect(roleOf(ids.moderatorRole)?.permissions).toBe('8192');
  });

  test('a role above the bot is a matter of hierarchy', async () => {
    const error = await errorOf(
      adapter.call('roles_modify', { guild_id, role_id: ids.adminRole, name: 'boss' }),
    );
    expect(error.code).toBe('DISCORD_HIERARCHY');
    expect(roleOf(ids.adminRole)?.name).toBe('admin');
  });

  test('an unknown role is not found', async () => {
    const error = await errorOf(
      adapter.call('roles_modify', { guild_id, role_id: ids.nothing, name: 'ghost' }),
    );
    expect(error).toMatchObject({ code: 'DISCORD_NOT_FOUND', details: { discord_code: 10_011 } });
  });
});

describe('roles_delete', () => {
  const args = { guild_id, role_id: ids.hostRole, audit_reason: 'Not needed' };

  test('deletes the role, and a repetition says that it was gone', async () => {
    const deleted = { deleted: true, role_id: ids.hostRole };
    expect(await adapter.call('roles_delete', args)).toEqual({ ...deleted, already_absent: false });
    expect(roleOf(ids.hostRole)).toBeUndefined();
    expect(await adapter.call('roles_delete', args)).toEqual({ ...deleted, already_absent: true });
  });

  test('an unknown guild stays an error', async () => {
    const error = await errorOf(adapter.call('roles_delete', { ...args, guild_id: ids.nothing }));
    expect(error).toMatchObject({ code: 'DISCORD_NOT_FOUND', details: { discord_code: 10_004 } });
  });
});

describe('arguments', () => {
  const role_id = ids.hostRole;
  test.each([
    ['roles_list', {}, 'guild_id'],
    ['roles_create', { guild_id, name: '' }, 'name'],
    ['roles_create', { guild_id, name: 'x'.repeat(101) }, 'name'],
    ['roles_create', { guild_id, color: 0x1_00_00_00 }, 'color'],
    ['roles_create', { guild_id, permissions: ['MANAGE_EVERYTHING'] }, 'MANAGE_EVERYTHING'],
    ['roles_create', { guild_id, permissions: 8 }, 'decimal string'],
    ['roles_create', { guild_id, colour: 1 }, 'colour'],
    ['roles_modify', { guild_id, role_id, audit_reason: 'none' }, 'Nothing to change'],
    ['roles_modify', { guild_id, role_id: 55, name: 'x' }, 'Ids are strings'],
    ['roles_delete', { guild_id, role_id: '12' }, 'role_id'],
    ['roles_delete', { guild_id, role_id, audit_reason: '' }, 'audit_reason'],
    ['roles_delete', { guild_id, role_id, audit_reason: 'x'.repeat(513) }, 'audit_reason'],
  ])('%s refuses %j before the request', async (tool, args, part) => {
    adapter.simulator.control.clearRequests();
    const error = await errorOf(adapter.call(tool, args));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not_applied' });
    expect(error.message).toContain(part);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });
});

describe('a bot without MANAGE_ROLES', () => {
  let poor: Adapter;
  beforeAll(async () => {
    poor = await startAdapter({ simulator: { world: worldWithBotPermissions('VIEW_CHANNEL') } });
  });
  afterAll(() => poor.close());

  test.each([
    ['roles_create', { guild_id, name: 'x' }],
    ['roles_modify', { guild_id, role_id: ids.hostRole, name: 'x' }],
    ['roles_delete', { guild_id, role_id: ids.hostRole }],
  ])('is told so by %s, and nothing changes', async (tool, args) => {
    const before = poor.simulator.control.world();
    expect(await errorOf(poor.call(tool, args))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_ROLES',
      outcome: 'not_applied',
      retriable: false,
    });
    expect(poor.simulator.control.world()).toEqual(before);
  });
});
