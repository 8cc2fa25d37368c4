import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN,
  BOT,
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
  type Json,
  MODERATOR,
  NOON,
  OWNER,
  ROLE,
  SOMEBODY,
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

const MEMBERS = `/guilds/${GUILD}/members`;

async function audit(): Promise<Json[]> {
  return (await harness.succeed(`GET /guilds/${GUILD}/audit-logs`)).audit_log_entries;
}

describe('reading', () => {
  test('pages go by user id, one member long if nothing is said', async () => {
    expect(await harness.succeed(`GET ${MEMBERS}`)).toMatchObject([{ user: { id: OWNER } }]);
    const page = await harness.succeed(`GET ${MEMBERS}?limit=1000`);
    expect(page).toHaveLength(305);
    const rest = await harness.succeed(`GET ${MEMBERS}?limit=1000&after=${page[300].user.id}`);
    expect(rest.map(({ user }: Json) => user.id)).toEqual(
      page.slice(301).map(({ user }: Json) => user.id),
    );
    expect(await harness.refuse(`GET ${MEMBERS}?limit=1001`)).toEqual([400, 50035]);
  });

  test('the list needs the privileged intent', async () => {
    const world = harness.simulator.control.world();
    const bot = world.users.find(({ id }) => id === BOT);
    if (bot) bot.members_intent = false;
    harness.simulator.control.load(world);
    expect(await harness.refuse(`GET ${MEMBERS}`)).toEqual([403, 50001]);
    await harness.succeed(`GET ${MEMBERS}/${HOST}`);
  });

  test('the search takes beginnings of user names and nicknames', async () => {
    const names = async (query: string) =>
      (await harness.succeed(`GET ${MEMBERS}/search?${query}`)).map(
        ({ user }: Json) => user.username,
      );
    expect(await names('query=ROB')).toEqual(['robin']);
    expect(await names('query=office')).toEqual(['host']);
    expect(await names('query=ada_&limit=5')).toHaveLength(5);
    expect(await names('query=obin')).toEqual([]);
    expect(await harness.refuse(`GET ${MEMBERS}/search`)).toEqual([400, 50035]);
  });

  test('a user who is no member and a user who is not there are told apart', async () => {
    await harness.succeed(`PUT /guilds/${GUILD}/bans/${SOMEBODY}`, {});
    expect(await harness.refuse(`GET ${MEMBERS}/${SOMEBODY}`)).toEqual([404, 10007]);
    expect(await harness.refuse(`GET ${MEMBERS}/1`)).toEqual([404, 10013]);
  });
});

describe('roles of members', () => {
  const path = (role: string) => `${MEMBERS}/${HOST}/roles/${role}`;

  test('a role is given once and logged once, and taken again', async () => {
    await harness.succeed(`PUT ${path(ROLE.host)}`, undefined, { reason: 'hosts today' });
    await harness.succeed(`PUT ${path(ROLE.host)}`);
    expect((await harness.succeed(`GET ${MEMBERS}/${HOST}`)).roles).toEqual([ROLE.host]);
    expect(await audit()).toMatchObject([
      {
        action_type: 25,
        target_id: HOST,
        reason: 'hosts today',
        changes: [{ key: '$add', new_value: [{ id: ROLE.host, name: 'event-host' }] }],
      },
    ]);
    await harness.succeed(`DELETE ${path(ROLE.host)}`);
    await harness.succeed(`DELETE ${path(ROLE.host)}`);
    expect((await audit()).map(({ changes }) => changes[0].key)).toEqual(['$remove', '$add']);
  });

  test.each([
    ['above the bot', ROLE.admin, [403, 50013]],
    ['that a bot manages', ROLE.bot, [400, 50028]],
    ['@everyone', GUILD, [400, 50028]],
    ['not there', '1', [404, 10011]],
  ])('a role %s cannot be given', async (_, role, expected) => {
    expect(await harness.refuse(`PUT ${path(role)}`)).toEqual(expected);
  });

  test('MANAGE_ROLES is needed', async () => {
    withoutPermissions(harness.simulator, P.ManageRoles);
    expect(await harness.refuse(`PUT ${path(ROLE.host)}`)).toEqual([403, 50013]);
    expect(await harness.refuse(`DELETE ${path(ROLE.host)}`)).toEqual([403, 50013]);
  });
});

describe('modifying', () => {
  const PATCH = `PATCH ${MEMBERS}/${HOST}`;

  test('nickname, roles and timeout change in one request, logged apart', async () => {
    const until = '2030-01-02T12:00:00+00:00';
    const member = await harness.succeed(
      PATCH,
      { nick: 'Chair', roles: [ROLE.host, ROLE.moderator], communication_disabled_until: until },
      { reason: 'meeting' },
    );
    expect(member).toMatchObject({
      nick: 'Chair',
      roles: [ROLE.host, ROLE.moderator],
      communication_disabled_until: until,
    });
    expect(await audit()).toMatchObject([
      { action_type: 25, changes: [{ key: '$add' }] },
      {
        action_type: 24,
        reason: 'meeting',
        changes: [
          { key: 'nick', old_value: 'Host', new_value: 'Chair' },
          { key: 'communication_disabled_until', new_value: until },
        ],
      },
    ]);
    const cleared = await harness.succeed(PATCH, {
      nick: null,
      communication_disabled_until: null,
    });
    expect(cleared).toMatchObject({ nick: null, communication_disabled_until: null });
  });

  test('a timeout lasts 28 days at most', async () => {
    const in28Days = new Date(Date.parse(NOON) + 28 * 86_400_000);
    await harness.succeed(PATCH, { communication_disabled_until: in28Days.toISOString() });
    const later = new Date(in28Days.getTime() + 1).toISOString();
    expect(await harness.fieldErrors(PATCH, { communication_disabled_until: later })).toEqual([
      'communication_disabled_until: INVALID_COMMUNICATION_DISABLED_TIMESTAMP',
    ]);
    expect(await harness.fieldErrors(PATCH, { communication_disabled_until: 'soon' })).toEqual([
      'communication_disabled_until: DATE_TIME_TYPE_PARSE',
    ]);
  });

  test('a nickname has 32 characters at most', async () => {
    expect(await harness.fieldErrors(PATCH, { nick: 'x'.repeat(33) })).toEqual([
      'nick: BASE_TYPE_MAX_LENGTH',
    ]);
  });

  test.each([
    ['the owner', OWNER],
    ['an administrator', ADMIN],
  ])('%s can neither be renamed nor timed out', async (_, user) => {
    const until = '2030-01-02T12:00:00Z';
    for (const body of [{ nick: 'x' }, { communication_disabled_until: until }]) {
      expect(await harness.refuse(`PATCH ${MEMBERS}/${user}`, body)).toEqual([403, 50013]);
    }
  });

  test('an administrator below the bot cannot be timed out but can be renamed', async () => {
    const world = harness.simulator.control.world();
    const role = world.guilds[0]?.roles.find(({ id }) => id === ROLE.moderator);
    if (role) role.permissions = String(P.Administrator);
    harness.simulator.control.load(world);
    const path = `PATCH ${MEMBERS}/${MODERATOR}`;
    await harness.succeed(path, { nick: 'x' });
    const body = { communication_disabled_until: '2030-01-02T12:00:00Z' };
    expect(await harness.refuse(path, body)).toEqual([403, 50013]);
  });

  test.each<[string, bigint, Json]>([
    ['MANAGE_NICKNAMES', P.ManageNicknames, { nick: 'x' }],
    ['MANAGE_ROLES', P.ManageRoles, { roles: [] }],
    ['MODERATE_MEMBERS', P.ModerateMembers, { communication_disabled_until: null }],
    ['MUTE_MEMBERS', P.MuteMembers, { mute: true }],
    ['DEAFEN_MEMBERS', P.DeafenMembers, { deaf: true }],
    ['MOVE_MEMBERS', P.MoveMembers, { channel_id: null }],
  ])('%s is needed', async (_, bit, body) => {
    withoutPermissions(harness.simulator, bit);
    expect(await harness.refuse(PATCH, body)).toEqual([403, 50013]);
  });

  test('only roles below the bot change hands', async () => {
    expect(await harness.refuse(PATCH, { roles: [ROLE.admin] })).toEqual([403, 50013]);
    expect(await harness.refuse(PATCH, { roles: [ROLE.bot] })).toEqual([400, 50028]);
    expect(await harness.refuse(PATCH, { roles: ['1'] })).toEqual([404, 10011]);
  });

  test('voice fields are for members in voice', async () => {
    expect(await harness.refuse(PATCH, { mute: true })).toEqual([400, 40032]);
    const world = harness.simulator.control.world();
    const member = world.guilds[0]?.members.find(({ user_id }) => user_id === HOST);
    if (member) member.voice_channel_id = CHANNEL.lounge;
    harness.simulator.control.load(world);
    expect(await harness.succeed(PATCH, { mute: true, deaf: true })).toMatchObject({
      mute: true,
      deaf: true,
    });
    await harness.succeed(PATCH, { channel_id: CHANNEL.stage });
    expect(await harness.refuse(PATCH, { channel_id: CHANNEL.general })).toEqual([400, 50024]);
    await harness.succeed(PATCH, { channel_id: null });
    expect(await harness.refuse(PATCH, { deaf: false })).toEqual([400, 40032]);
  });

  test('the bot renames itself with CHANGE_NICKNAME', async () => {
    const self = `PATCH ${MEMBERS}/@me`;
    expect((await harness.succeed(self, { nick: 'Butler' })).nick).toBe('Butler');
    withoutPermissions(harness.simulator, P.ChangeNickname);
    expect(await harness.refuse(self, { nick: 'x' })).toEqual([403, 50013]);
  });

  test('a bot that is timed out can only read', async () => {
    const world = harness.simulator.control.world();
    const bot = world.guilds[0]?.members.find(({ user_id }) => user_id === BOT);
    if (bot) bot.communication_disabled_until = '2030-01-01T13:00:00Z';
    harness.simulator.control.load(world);
    await harness.succeed(`GET /channels/${CHANNEL.general}/messages`);
    const send = `POST /channels/${CHANNEL.general}/messages`;
    expect(await harness.refuse(send, { content: 'a' })).toEqual([403, 50013]);
    harness.simulator.control.advanceClock(3_600_000);
    await harness.succeed(send, { content: 'a' });
  });
});
