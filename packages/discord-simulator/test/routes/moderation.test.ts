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

describe('kicking', () => {
  test('a member goes, and may come back', async () => {
    await harness.succeed(`DELETE ${MEMBERS}/${HOST}`, undefined, { reason: 'break' });
    expect(await harness.refuse(`GET ${MEMBERS}/${HOST}`)).toEqual([404, 10007]);
    expect(await audit()).toMatchObject([{ action_type: 20, target_id: HOST, reason: 'break' }]);
    expect(await harness.refuse(`GET /guilds/${GUILD}/bans/${HOST}`)).toEqual([404, 10026]);
  });

  test.each([
    ['the owner', OWNER],
    ['an administrator', ADMIN],
    ['the bot itself', BOT],
  ])('%s cannot be kicked', async (_, user) => {
    expect(await harness.refuse(`DELETE ${MEMBERS}/${user}`)).toEqual([403, 50013]);
  });

  test('KICK_MEMBERS is needed', async () => {
    withoutPermissions(harness.simulator, P.KickMembers);
    expect(await harness.refuse(`DELETE ${MEMBERS}/${HOST}`)).toEqual([403, 50013]);
  });
});

describe('pruning', () => {
  test('members without roles who have long been silent are counted', async () => {
    expect(await harness.succeed(`GET /guilds/${GUILD}/prune?days=30`)).toEqual({ pruned: 301 });
    const more = `GET /guilds/${GUILD}/prune?days=30&include_roles=${ROLE.moderator}`;
    expect(await harness.succeed(more)).toEqual({ pruned: 302 });
    expect(await harness.refuse(`GET /guilds/${GUILD}/prune?days=31`)).toEqual([400, 50035]);
  });

  test('who wrote lately stays', async () => {
    harness.simulator.control.setClock('2024-02-10T00:00:00Z');
    expect(await harness.succeed(`GET /guilds/${GUILD}/prune?days=30`)).toEqual({ pruned: 300 });
  });

  test('a prune kicks and logs the number', async () => {
    const body = { days: 30, compute_prune_count: false };
    expect(await harness.succeed(`POST /guilds/${GUILD}/prune`, body)).toEqual({ pruned: null });
    expect(await audit()).toMatchObject([
      { action_type: 21, options: { delete_member_days: '30', members_removed: '301' } },
    ]);
    expect(await harness.succeed(`POST /guilds/${GUILD}/prune`, {})).toEqual({ pruned: 0 });
  });

  test('KICK_MEMBERS and MANAGE_GUILD are needed', async () => {
    withoutPermissions(harness.simulator, P.ManageGuild);
    expect(await harness.refuse(`GET /guilds/${GUILD}/prune`)).toEqual([403, 50013]);
  });
});

describe('bans', () => {
  const BANS = `/guilds/${GUILD}/bans`;

  test('a member is banned with a reason, kept out and let in again', async () => {
    await harness.succeed(`PUT ${BANS}/${HOST}`, {}, { reason: 'spam & more ü' });
    expect(await harness.succeed(`GET ${BANS}/${HOST}`)).toMatchObject({
      reason: 'spam & more ü',
      user: { id: HOST },
    });
    expect(await harness.refuse(`GET ${MEMBERS}/${HOST}`)).toEqual([404, 10007]);
    await harness.succeed(`PUT ${BANS}/${HOST}`, {});
    expect(await audit()).toMatchObject([{ action_type: 22, target_id: HOST }]);
    await harness.succeed(`DELETE ${BANS}/${HOST}`);
    expect(await harness.refuse(`DELETE ${BANS}/${HOST}`)).toEqual([404, 10026]);
    expect((await audit())[0]).toMatchObject({ action_type: 23 });
  });

  test('recent messages of the banned go when that is asked for', async () => {
    const world = harness.simulator.control.world();
    for (const [id, timestamp] of [
      ['1900000000000000001', '2030-01-01T11:30:00Z'],
      ['1900000000000000002', '2030-01-01T10:30:00Z'],
    ] as const) {
      world.messages.push({
        ...(world.messages[1] as (typeof world.messages)[number]),
        id,
        timestamp,
      });
    }
    harness.simulator.control.load(world);
    await harness.succeed(`PUT ${BANS}/${HOST}`, { delete_message_seconds: 3600 });
    const left = await harness.succeed(`GET /channels/${CHANNEL.general}/messages`);
    expect(left.map(({ id }: Json) => id)).not.toContain('1900000000000000001');
    expect(left.map(({ id }: Json) => id)).toContain('1900000000000000002');
  });

  test('somebody who is no member can be banned, nobody who is not there', async () => {
    await harness.succeed(`DELETE ${MEMBERS}/${HOST}`);
    await harness.succeed(`PUT ${BANS}/${HOST}`, {});
    expect(await harness.refuse(`PUT ${BANS}/1`, {})).toEqual([404, 10013]);
    expect(
      await harness.fieldErrors(`PUT ${BANS}/${SOMEBODY}`, { delete_message_seconds: 604_801 }),
    ).toEqual(['delete_message_seconds: NUMBER_TYPE_MAX']);
  });

  test.each([
    ['the owner', OWNER],
    ['an administrator', ADMIN],
  ])('%s cannot be banned', async (_, user) => {
    expect(await harness.refuse(`PUT ${BANS}/${user}`, {})).toEqual([403, 50013]);
  });

  test('the list goes up by user id; before wins over after', async () => {
    const ids = [1, 2, 3, 4].map((n) => String(200000000000000000n + BigInt(n)));
    for (const id of ids.toReversed()) await harness.succeed(`PUT ${BANS}/${id}`, {});
    const list = async (query: string) =>
      (await harness.succeed(`GET ${BANS}?${query}`)).map(({ user }: Json) => ids.indexOf(user.id));
    expect(await list('')).toEqual([0, 1, 2, 3]);
    expect(await list(`after=${ids[0]}&limit=2`)).toEqual([1, 2]);
    expect(await list(`before=${ids[3]}&after=${ids[2]}&limit=2`)).toEqual([1, 2]);
  });

  test('many are banned at once; those who cannot be are told', async () => {
    const body = { user_ids: [SOMEBODY, OWNER, HOST, '1', BOT] };
    const path = `POST /guilds/${GUILD}/bulk-ban`;
    expect(await harness.succeed(path, body, { reason: 'raid' })).toEqual({
      banned_users: [SOMEBODY, HOST],
      failed_users: [OWNER, '1', BOT],
    });
    expect((await audit()).map(({ reason }) => reason)).toEqual(['raid', 'raid']);
    expect(await harness.refuse(path, { user_ids: [OWNER] })).toEqual([400, 500000]);
    expect(await harness.fieldErrors(path, { user_ids: [] })).toEqual([
      'user_ids: BASE_TYPE_REQUIRED',
    ]);
    const many = Array.from({ length: 201 }, (_, index) =>
      String(300000000000000000n + BigInt(index)),
    );
    expect(await harness.fieldErrors(path, { user_ids: many })).toEqual([
      'user_ids: BASE_TYPE_BAD_LENGTH',
    ]);
  });

  test('BAN_MEMBERS is needed, for many MANAGE_GUILD too', async () => {
    withoutPermissions(harness.simulator, P.ManageGuild);
    const many = `POST /guilds/${GUILD}/bulk-ban`;
    expect(await harness.refuse(many, { user_ids: [HOST] })).toEqual([403, 50013]);
    withoutPermissions(harness.simulator, P.BanMembers);
    for (const request of [`GET ${BANS}`, `GET ${BANS}/${HOST}`, `DELETE ${BANS}/${HOST}`]) {
      expect(await harness.refuse(request)).toEqual([403, 50013]);
    }
  });
});
