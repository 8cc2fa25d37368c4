import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
  type Json,
  MODERATOR,
  NOON,
  ROLE,
  startHarness,
  withoutPermissions,
} from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
});
afterAll(() => harness.close());

const ROLES = `/guilds/${GUILD}/roles`;

async function order(): Promise<string[]> {
  const roles = await harness.succeed(`GET ${ROLES}`);
  return roles
    .sort((a: Json, b: Json) => a.position - b.position)
    .map(({ name, position }: Json) => `${position} ${name}`);
}

async function audit(): Promise<Json[]> {
  return (await harness.succeed(`GET /guilds/${GUILD}/audit-logs`)).audit_log_entries;
}

describe('reading', () => {
  test('all roles, one role, and members by role', async () => {
    expect(await order()).toEqual([
      '0 @everyone',
      '1 event-host',
      '2 moderator',
      '3 Guildline',
      '4 admin',
    ]);
    expect(await harness.succeed(`GET ${ROLES}/${ROLE.bot}`)).toMatchObject({ managed: true });
    expect(await harness.refuse(`GET ${ROLES}/1`)).toEqual([404, 10011]);
    const counts = await harness.succeed(`GET ${ROLES}/member-counts`);
    expect(counts).toEqual({
      [ROLE.host]: 0,
      [ROLE.moderator]: 1,
      [ROLE.bot]: 1,
      [ROLE.admin]: 1,
    });
  });
});

describe('creating', () => {
  test('a new role goes to the bottom and lifts the others', async () => {
    harness.simulator.control.setNextIds(['444455556666777788']);
    const role = await harness.succeed(
      `POST ${ROLES}`,
      { name: 'Helpers', color: 0x336699, hoist: true, mentionable: true, permissions: '2048' },
      { reason: 'growth' },
    );
    expect(role).toMatchObject({
      id: '444455556666777788',
      name: 'Helpers',
      color: 0x336699,
      colors: { primary_color: 0x336699 },
      hoist: true,
      mentionable: true,
      permissions: '2048',
      position: 1,
      managed: false,
    });
    expect(await order()).toEqual([
      '0 @everyone',
      '1 Helpers',
      '2 event-host',
      '3 moderator',
      '4 Guildline',
      '5 admin',
    ]);
    expect(await audit()).toMatchObject([
      { action_type: 30, reason: 'growth', target_id: role.id },
    ]);
  });

  test('an empty request makes a role with the rights of @everyone', async () => {
    const everyone = await harness.succeed(`GET ${ROLES}/${GUILD}`);
    expect(await harness.succeed(`POST ${ROLES}`, {})).toMatchObject({
      name: 'new role',
      permissions: everyone.permissions,
    });
  });

  test.each<[string, Json, string[]]>([
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['name: BASE_TYPE_BAD_LENGTH']],
    ['a color that is none', { color: 0x1000000 }, ['color: NUMBER_TYPE_MAX']],
    ['permissions in words', { permissions: 'ALL' }, ['permissions: NUMBER_TYPE_COERCE']],
    ['maybe', { hoist: 'maybe' }, ['hoist: BOOLEAN_TYPE_CONVERT']],
  ])('%s is refused', async (_, body, expected) => {
    expect(await harness.fieldErrors(`POST ${ROLES}`, body)).toEqual(expected);
  });

  test('only permissions the bot has can be given', async () => {
    const body = { permissions: String(P.Administrator) };
    expect(await harness.refuse(`POST ${ROLES}`, body)).toEqual([403, 50013]);
    withoutPermissions(harness.simulator, P.ManageRoles);
    expect(await harness.refuse(`POST ${ROLES}`, {})).toEqual([403, 50013]);
  });

  test('250 roles are the most', async () => {
    for (let count = 5; count < 250; count += 1) await harness.succeed(`POST ${ROLES}`, {});
    expect(await harness.refuse(`POST ${ROLES}`, {})).toEqual([400, 30005]);
  });
});

describe('modifying', () => {
  test('what is named changes and is logged with both values', async () => {
    const path = `PATCH ${ROLES}/${ROLE.host}`;
    const body = {
      name: 'host',
      colors: { primary_color: 1 },
      permissions: String(P.ManageEvents),
    };
    expect(await harness.succeed(path, body, { reason: 'shorter' })).toMatchObject({
      name: 'host',
      color: 1,
      permissions: String(P.ManageEvents),
      mentionable: true,
    });
    const [entry] = await audit();
    expect(entry).toMatchObject({ action_type: 31, reason: 'shorter' });
    expect(entry.changes).toContainEqual({
      key: 'name',
      old_value: 'event-host',
      new_value: 'host',
    });
  });

  test('@everyone keeps its name and takes permissions', async () => {
    const role = await harness.succeed(`PATCH ${ROLES}/${GUILD}`, { name: 'x', permissions: '0' });
    expect(role).toMatchObject({ name: '@everyone', permissions: '0' });
  });

  test.each([
    ['its own role', ROLE.bot],
    ['a role above it', ROLE.admin],
  ])('the bot cannot change %s', async (_, role) => {
    expect(await harness.refuse(`PATCH ${ROLES}/${role}`, { name: 'x' })).toEqual([403, 50013]);
  });

  test('rights the role has may stay although the bot lacks them', async () => {
    withoutPermissions(harness.simulator, P.ViewAuditLog);
    const world = harness.simulator.control.world();
    const role = world.guilds[0]?.roles.find(({ id }) => id === ROLE.moderator);
    const before = BigInt(role?.permissions ?? '0');
    const path = `PATCH ${ROLES}/${ROLE.moderator}`;
    await harness.succeed(path, { permissions: String(before | P.ManageEvents) });
    expect(await harness.refuse(path, { permissions: String(before | P.Administrator) })).toEqual([
      403, 50013,
    ]);
  });
});

describe('sorting', () => {
  test('a role moves to its place and the others make room', async () => {
    await harness.succeed(`PATCH ${ROLES}`, [{ id: ROLE.host, position: 2 }], { reason: 'order' });
    expect(await order()).toEqual([
      '0 @everyone',
      '1 moderator',
      '2 event-host',
      '3 Guildline',
      '4 admin',
    ]);
    expect(await audit()).toMatchObject([
      { action_type: 31, changes: [{ key: 'position', old_value: 1, new_value: 2 }] },
    ]);
  });

  test.each<[string, Json, [number, number]]>([
    ['up to the bot', [{ id: ROLE.host, position: 3 }], [403, 50013]],
    ['what is above the bot', [{ id: ROLE.admin, position: 1 }], [403, 50013]],
    ['@everyone', [{ id: GUILD, position: 1 }], [400, 50028]],
    ['what is not there', [{ id: '1', position: 1 }], [404, 10011]],
    ['without an id', [{ position: 1 }], [400, 50035]],
  ])('nobody moves %s', async (_, body, expected) => {
    expect(await harness.refuse(`PATCH ${ROLES}`, body)).toEqual(expected);
    expect((await order())[1]).toBe('1 event-host');
  });
});

describe('deleting', () => {
  test('a role leaves members and overwrites', async () => {
    await harness.succeed(`PUT /channels/${CHANNEL.general}/permissions/${ROLE.moderator}`, {
      type: 0,
      allow: '8192',
    });
    await harness.succeed(`DELETE ${ROLES}/${ROLE.moderator}`, undefined, { reason: 'unused' });
    expect((await harness.succeed(`GET /guilds/${GUILD}/members/${MODERATOR}`)).roles).toEqual([]);
    const channel = await harness.succeed(`GET /channels/${CHANNEL.general}`);
    expect(channel.permission_overwrites).toEqual([]);
    expect(await order()).toEqual(['0 @everyone', '1 event-host', '2 Guildline', '3 admin']);
    expect((await audit())[0]).toMatchObject({ action_type: 32, reason: 'unused' });
    expect(await harness.refuse(`DELETE ${ROLES}/${ROLE.moderator}`)).toEqual([404, 10011]);
  });

  test.each([
    ['@everyone', GUILD, [400, 50028]],
    ['a managed role', ROLE.bot, [400, 50028]],
    ['a role above the bot', ROLE.admin, [403, 50013]],
  ])('%s stays', async (_, role, expected) => {
    expect(await harness.refuse(`DELETE ${ROLES}/${role}`)).toEqual(expected);
  });
});

test('a guild that asks for two-factor authentication asks the bot’s owner', async () => {
  const world = harness.simulator.control.world();
  const [guild] = world.guilds;
  const [bot] = world.users;
  if (guild) guild.mfa_level = 1;
  if (bot) bot.mfa_enabled = false;
  harness.simulator.control.load(world);
  expect(await harness.refuse(`POST ${ROLES}`, {})).toEqual([403, 60003]);
  await harness.succeed(`PATCH /guilds/${GUILD}/members/${HOST}`, { nick: 'x' });
});
