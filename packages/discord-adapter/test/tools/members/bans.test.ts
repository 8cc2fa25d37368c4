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

const guild = () => guildOf(adapter.simulator.control.world());
const isMember = (id: string) => guild().members?.some(({ user_id }) => user_id === id);
const bans = () => guild().bans ?? [];
const raiders = () =>
  (guild().members ?? [])
    .map(({ user_id }) => user_id)
    .filter((id) => !Object.values<string>(ids).includes(id))
    .slice(0, 200);

describe('members_kick', () => {
  test('removes the member, and a repetition says that they were gone', async () => {
    const args = { ...host, audit_reason: 'Enough' };
    const kicked = { kicked: true, user_id: ids.host };
    expect(await adapter.call('members_kick', args)).toEqual({ ...kicked, already_absent: false });
    expect(isMember(ids.host)).toBe(false);
    expect(guild().audit_log?.at(-1)).toMatchObject({ action_type: 20, reason: 'Enough' });
    expect(await adapter.call('members_kick', args)).toEqual({ ...kicked, already_absent: true });
  });

  test('a member above the bot stays', async () => {
    const error = await errorOf(adapter.call('members_kick', { ...host, user_id: ids.admin }));
    expect(error.code).toBe('DISCORD_HIERARCHY');
    expect(isMember(ids.admin)).toBe(true);
  });
});

describe('members_ban and members_unban', () => {
  test('ban a member with a reason, twice without harm, and lift the ban', async () => {
    const banned = { banned: true, user_id: ids.host };
    const args = { ...host, delete_message_seconds: 3600, audit_reason: 'Scam' };
    expect(await adapter.call('members_ban', args)).toEqual(banned);
    expect(await adapter.call('members_ban', args)).toEqual(banned);
    expect(bans()).toMatchObject([{ user_id: ids.host, reason: 'Scam' }]);
    expect(isMember(ids.host)).toBe(false);
    const lifted = { unbanned: true, user_id: ids.host };
    expect(await adapter.call('members_unban', host)).toEqual({ ...lifted, already_absent: false });
    expect(bans()).toEqual([]);
    expect(await adapter.call('members_unban', host)).toEqual({ ...lifted, already_absent: true });
  });

  test('delete the messages of the time that was named', async () => {
    const world = adapter.simulator.control.world();
    for (const message of world.messages) {
      if (message.author_id === ids.host) message.timestamp = new Date().toISOString();
    }
    adapter.simulator.control.load(world);
    await adapter.call('members_ban', { ...host, delete_message_seconds: 604_800 });
    const left = adapter.simulator.control.world().messages.map(({ author_id }) => author_id);
    expect(left).not.toContain(ids.host);
  });

  test('the owner of the guild cannot be banned', async () => {
    const error = await errorOf(adapter.call('members_ban', { ...host, user_id: ids.owner }));
    expect(error.code).toBe('DISCORD_HIERARCHY');
  });
});

describe('members_bulk_ban', () => {
  interface Result {
    readonly banned_users: string[];
    readonly already_banned: string[];
    readonly failed_users: string[];
  }
  const ban = (user_ids: readonly string[], more = {}) =>
    adapter.call<Result>('members_bulk_ban', { guild_id, user_ids, ...more });

  test('bans two hundred at once', async () => {
    const user_ids = raiders();
    expect(user_ids).toHaveLength(200);
    expect(await ban(user_ids, { audit_reason: 'Raid' })).toEqual({
      banned_users: user_ids,
      already_banned: [],
      failed_users: [],
    });
    expect(bans()).toHaveLength(200);
  });

  test('names who was banned, who was before and who could not be', async () => {
    const [first = '', second = ''] = raiders();
    await adapter.call('members_ban', { guild_id, user_id: first });
    expect(await ban([ids.admin, second, first])).toEqual({
      banned_users: [second],
      already_banned: [first],
      failed_users: [ids.admin],
    });
  });

  test('a repetition reports the same users as banned, not as failed', async () => {
    const user_ids = raiders().slice(0, 3);
    await ban(user_ids);
    expect(await ban(user_ids)).toEqual({
      banned_users: [],
      already_banned: user_ids,
      failed_users: [],
    });
    expect(bans()).toHaveLength(3);
  });

  test('a lost answer is followed by a repetition without harm', async () => {
    const user_ids = raiders().slice(0, 3);
    adapter.simulator.control.inject({ method: 'POST', drop: 'after' });
    expect(await ban(user_ids)).toMatchObject({ already_banned: user_ids, failed_users: [] });
    expect(bans()).toHaveLength(3);
  });

  test('finds a ban from before among thousands of others', async () => {
    const world = adapter.simulator.control.world();
    const others = Array.from({ length: 2500 }, (_, index) =>
      String(2n * 10n ** 17n + BigInt(index)),
    );
    guildOf(world).bans = [...others, ids.host].map((user_id) => ({ user_id }));
    adapter.simulator.control.load(world);
    expect(await ban([ids.admin, ids.host, others[0] ?? ''])).toEqual({
      banned_users: [],
      already_banned: [ids.host, others[0]],
      failed_users: [ids.admin],
    });
  });

  test('fails if nobody could be banned', async () => {
    const error = await errorOf(ban([ids.admin]));
    expect(error).toMatchObject({ outcome: 'not_applied', details: { discord_code: 500_000 } });
    expect(bans()).toEqual([]);
  });

  test('does not hide what was done when the look-up fails', async () => {
    const [first = ''] = raiders();
    adapter.simulator.control.inject({
      method: 'GET',
      path: '/guilds/{guild_id}/bans',
      times: 9,
      status: 404,
    });
    expect(await ban([first, ids.admin])).toEqual({
      banned_users: [first],
      already_banned: [],
      failed_users: [ids.admin],
    });
  });
});

describe('arguments', () => {
  test.each([
    ['members_kick', { guild_id }, 'user_id'],
    ['members_ban', { ...host, delete_message_seconds: 604_801 }, 'delete_message_seconds'],
    ['members_ban', { ...host, delete_message_seconds: -1 }, 'delete_message_seconds'],
    ['members_ban', { ...host, delete_message_days: 1 }, 'delete_message_days'],
    ['members_unban', { ...host, user_id: 77 }, 'Ids are strings'],
    ['members_bulk_ban', { guild_id, user_ids: [] }, 'user_ids'],
    ['members_bulk_ban', { guild_id, user_ids: [ids.host, ids.host] }, 'named twice'],
    ['members_bulk_ban', { guild_id, user_ids: ['x'] }, 'user_ids'],
    [
      'members_bulk_ban',
      { guild_id, user_ids: Array.from({ length: 201 }, (_, n) => String(10n ** 17n + BigInt(n))) },
      'user_ids',
    ],
  ])('%s refuses %j before the request', async (tool, args, part) => {
    adapter.simulator.control.clearRequests();
    const error = await errorOf(adapter.call(tool, args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(part);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });
});

describe('a bot without permissions', () => {
  let poor: Adapter;
  beforeAll(async () => {
    poor = await startAdapter({ simulator: { world: worldWithBotPermissions('VIEW_CHANNEL') } });
  });
  afterAll(() => poor.close());

  test.each([
    ['members_kick', host, 'KICK_MEMBERS'],
    ['members_ban', host, 'BAN_MEMBERS'],
    ['members_unban', host, 'BAN_MEMBERS'],
    ['members_bulk_ban', { guild_id, user_ids: [ids.host] }, 'BAN_MEMBERS, MANAGE_GUILD'],
    ['members_list_bans', { guild_id }, 'BAN_MEMBERS'],
  ])('is told so by %s, and nothing changes', async (tool, args, permissions) => {
    const before = poor.simulator.control.world();
    expect(await errorOf(poor.call(tool, args))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: `Missing ${permissions}`,
      outcome: 'not_applied',
    });
    expect(poor.simulator.control.world()).toEqual(before);
  });
});
