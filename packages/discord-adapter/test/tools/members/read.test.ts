import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../../harness.ts';
import { guildOf } from '../bot-permissions.ts';
import { errorOf, ids } from '../default-world.ts';

const guild_id = ids.guild;
let adapter: Adapter;

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => adapter.simulator.control.reset());
afterAll(() => adapter.close());

interface Page {
  readonly members: { readonly user_id: string; readonly username: string }[];
  readonly next_cursor?: string;
  readonly truncated?: boolean;
}

describe('members_get', () => {
  test('returns names, roles and times', async () => {
    const until = '2999-01-01T00:00:00.000Z';
    const world = adapter.simulator.control.world();
    for (const member of guildOf(world).members ?? []) {
      if (member.user_id !== ids.host) continue;
      member.joined_at = '2024-05-06T07:08:09.123000+00:00';
      member.communication_disabled_until = until;
      member.roles = [ids.hostRole];
    }
    adapter.simulator.control.load(world);
    expect(await adapter.call('members_get', { guild_id, user_id: ids.host })).toEqual({
      user_id: ids.host,
      username: 'host',
      global_name: 'Office Host',
      nick: 'Host',
      bot: false,
      roles: [ids.hostRole],
      joined_at: '2024-05-06T07:08:09.123Z',
      communication_disabled_until: until,
      pending: false,
    });
  });

  test('a user who is not in the guild is not found', async () => {
    const error = await errorOf(adapter.call('members_get', { guild_id, user_id: ids.nothing }));
    expect(error).toMatchObject({ code: 'DISCORD_NOT_FOUND', outcome: 'not_applied' });
  });
});

describe('members_list', () => {
  test('walks through all members without a gap or a repetition', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await adapter.call('members_list', { guild_id, limit: 120, cursor });
      seen.push(...page.members.map(({ user_id }) => user_id));
      cursor = page.next_cursor;
    } while (cursor);
    const members = guildOf(adapter.simulator.control.world()).members ?? [];
    expect(seen).toHaveLength(members.length);
    expect(new Set(seen)).toEqual(new Set(members.map(({ user_id }) => user_id)));
  });

  test('returns a hundred unless more are asked for', async () => {
    const page: Page = await adapter.call('members_list', { guild_id });
    expect(page.members).toHaveLength(100);
    expect(page.next_cursor).toBe(page.members.at(-1)?.user_id);
    const all: Page = await adapter.call('members_list', { guild_id, limit: 1000 });
    expect(all.members.length).toBeGreaterThan(300);
    expect(all.next_cursor).toBeUndefined();
  });

  test('without the privileged intent it says what to switch on', async () => {
    const world = adapter.simulator.control.world();
    for (const user of world.users) if (user.id === ids.bot) user.members_intent = false;
    adapter.simulator.control.load(world);
    const error = await errorOf(adapter.call('members_list', { guild_id }));
    expect(error.code).toBe('DISCORD_PERMISSION_DENIED');
    expect(error.message).toContain('Server Members intent');
  });

  test('another failure is passed on as it is', async () => {
    const error = await errorOf(adapter.call('members_list', { guild_id: ids.nothing }));
    expect(error).toMatchObject({ code: 'DISCORD_NOT_FOUND', details: { discord_code: 10_004 } });
  });
});

describe('members_search', () => {
  test('finds by the beginning of a nickname or username', async () => {
    const page: Page = await adapter.call('members_search', { guild_id, query: 'HOS' });
    expect(page.members.map(({ user_id }) => user_id)).toEqual([ids.host]);
    expect(page.truncated).toBeUndefined();
  });

  test('says that there may be more when it returns as many as asked for', async () => {
    const prefix = adapter.simulator.control.world().users.at(-1)?.username.slice(0, 3);
    const page: Page = await adapter.call('members_search', { guild_id, query: prefix, limit: 2 });
    expect(page.members).toHaveLength(2);
    expect(page.truncated).toBe(true);
  });

  test('finds nobody without complaint', async () => {
    expect(await adapter.call('members_search', { guild_id, query: 'zzzz' })).toEqual({
      members: [],
    });
  });
});

describe('members_list_bans', () => {
  test('walks through the bans with their reasons', async () => {
    const world = adapter.simulator.control.world();
    const banned = ['300000000000000001', '300000000000000002', '300000000000000003'];
    for (const id of banned) world.users.push({ ...userLike(world.users, ids.host), id });
    guildOf(world).bans = banned.map((user_id) => ({ user_id, reason: `Raid ${user_id}` }));
    adapter.simulator.control.load(world);
    const first = await adapter.call<{ bans: object[]; next_cursor: string }>('members_list_bans', {
      guild_id,
      limit: 2,
    });
    expect(first.bans).toEqual([
      { user_id: banned[0], username: 'host', reason: `Raid ${banned[0]}` },
      { user_id: banned[1], username: 'host', reason: `Raid ${banned[1]}` },
    ]);
    const rest = await adapter.call('members_list_bans', {
      guild_id,
      limit: 2,
      cursor: first.next_cursor,
    });
    expect(rest).toMatchObject({ bans: [{ user_id: banned[2] }] });
    expect(rest).not.toHaveProperty('next_cursor');
  });

  test('a guild without bans has an empty list', async () => {
    expect(await adapter.call('members_list_bans', { guild_id })).toEqual({ bans: [] });
  });
});

function userLike<User extends { readonly id: string }>(users: readonly User[], id: string): User {
  const user = users.find((one) => one.id === id);
  if (!user) throw new Error(`No user has the id ${id}.`);
  return user;
}

describe('arguments', () => {
  test.each([
    ['members_list', { guild_id, limit: 0 }, 'limit'],
    ['members_list', { guild_id, limit: 1001 }, 'limit'],
    ['members_list', { guild_id, cursor: 'next' }, 'next_cursor'],
    ['members_search', { guild_id }, 'query'],
    ['members_search', { guild_id, query: '' }, 'query'],
    ['members_search', { guild_id, query: 'x'.repeat(101) }, 'query'],
    ['members_get', { guild_id }, 'user_id'],
    ['members_get', { guild_id, user_id: '@me' }, 'user_id'],
    ['members_list_bans', { guild_id, limit: 1.5 }, 'limit'],
    ['members_list_bans', { guild_id, after: '1' }, 'after'],
  ])('%s refuses %j before the request', async (tool, args, part) => {
    adapter.simulator.control.clearRequests();
    const error = await errorOf(adapter.call(tool, args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(part);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });
});
