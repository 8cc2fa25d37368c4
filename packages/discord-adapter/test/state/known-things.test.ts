import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rememberItems } from '../../src/state/known-items.ts';
import { rememberMembers } from '../../src/state/known-members.ts';
import { guildOf } from '../tools/bot-permissions.ts';
import { ids } from '../tools/default-world.ts';
import { type Raid, startRaid } from '../tools/raids/start-raid.ts';

const guild_id = ids.guild;
let server: Raid;
beforeAll(async () => {
  server = await startRaid();
});
beforeEach(() => {
  server.simulator.control.reset();
  for (const field of ['guilds', 'channels', 'members']) {
    server.store.remove({ caller: 'ann', stateId: 'default', field });
  }
});
afterAll(() => server.close());

type Item = Readonly<Record<string, unknown>>;

/** What the caller's state holds; `undefined` if nothing is stored. */
function known(field: string): readonly Item[] | undefined {
  const stored = server.store.find({ caller: 'ann', stateId: 'default', field });
  return stored && (JSON.parse(stored.json) as readonly Item[]);
}
const knownBy = (field: string, key: string) => known(field)?.map((item) => item[key]);

describe('guilds', () => {
  test('are remembered by the list and by a look at one', async () => {
    await server.call('guild_get', { guild_id });
    await server.call('guild_list_mine', {});
    expect(knownBy('guilds', 'id')?.sort()).toEqual(
      [ids.guild, ids.smallGuild, '123456789012345679'].sort(),
    );
    expect(known('guilds')?.find(({ id }) => id === guild_id)).toEqual({
      id: guild_id,
      name: 'Office Hours',
      approximate_member_count: guildOf(server.simulator.control.world()).members?.length,
    });
  });
});

describe('channels', () => {
  const general = () => known('channels')?.find(({ id }) => id === ids.general);

  test('are remembered small', async () => {
    await server.call('channels_get', { channel_id: ids.general });
    expect(known('channels')).toEqual([
      { id: ids.general, guild_id, type: 0, name: 'general', parent_id: null },
    ]);
  });

  test('that a whole list does not hold any more are forgotten, those of other guilds are not', async () => {
    await server.call('channels_list', { guild_id: ids.smallGuild });
    await server.call('channels_list', { guild_id });
    const world = server.simulator.control.world();
    const guild = guildOf(world);
    guild.channels = guild.channels?.filter(({ id }) => id !== ids.voice) ?? [];
    server.simulator.control.load(world);
    await server.call('channels_list', { guild_id });
    expect(knownBy('channels', 'id')).not.toContain(ids.voice);
    expect(knownBy('channels', 'id')).toContain(ids.smallChannel);
    expect(knownBy('channels', 'id')).toContain(ids.general);
  });

  test('stay if only some types are listed', async () => {
    await server.call('channels_list', { guild_id });
    const before = knownBy('channels', 'id');
    await server.call('channels_list', { guild_id, types: [2] });
    expect(new Set(knownBy('channels', 'id'))).toEqual(new Set(before));
  });

  test('that are changed are known as they are now, and no others', async () => {
    await server.call('channels_modify', { channel_id: ids.general, name: 'lobby' });
    expect(known('channels')).toBeUndefined();
    await server.call('channels_list', { guild_id });
    await server.call('channels_modify', { channel_id: ids.general, name: 'market' });
    expect(general()).toMatchObject({ name: 'market' });
  });

  test('that are deleted are forgotten with their threads, and what was in a category is in none', async () => {
    const thread = await server.call('threads_create', { channel_id: ids.general, name: 'Talk' });
    await server.call('channels_get', { channel_id: thread['id'] });
    await server.call('channels_list', { guild_id });
    expect(known('channels')?.some(({ parent_id }) => parent_id === ids.category)).toBe(true);
    for (const channel_id of [ids.general, ids.category]) {
      const { outcome } = await server.approve('channels_delete', { channel_id });
      expect(outcome.kind).toBe('result');
    }
    const left = knownBy('channels', 'id');
    expect(left).not.toContain(ids.general);
    expect(left).not.toContain(thread['id']);
    expect(left).not.toContain(ids.category);
    expect(left).toContain(ids.announcements);
    expect(known('channels')?.some(({ parent_id }) => parent_id === ids.category)).toBe(false);
  });
});

describe('members', () => {
  const host = () => known('members')?.find(({ user_id }) => user_id === ids.host);

  test('are remembered page by page, each once', async () => {
    const first = await server.call('members_list', { guild_id, limit: 200 });
    await server.call('members_list', { guild_id, limit: 200, cursor: first['next_cursor'] });
    await server.call('members_search', { guild_id, query: 'ho' });
    await server.call('members_get', { guild_id, user_id: ids.host });
    const found = knownBy('members', 'user_id');
    expect(new Set(found).size).toBe(found?.length);
    expect(found?.length).toBe(guildOf(server.simulator.control.world()).members?.length);
    expect(host()).toEqual({
      guild_id,
      user_id: ids.host,
      username: 'host',
      global_name: 'Office Host',
      nick: 'Host',
      bot: false,
      joined_at: '2024-01-01T00:00:00.000Z',
    });
  });

  test('that are changed are known as they are now', async () => {
    await server.call('members_modify', { guild_id, user_id: ids.host, nick: 'Nobody knew' });
    expect(known('members')).toBeUndefined();
    await server.call('members_get', { guild_id, user_id: ids.host });
    await server.call('members_modify', { guild_id, user_id: ids.host, nick: 'Known' });
    expect(host()).toMatchObject({ nick: 'Known' });
  });

  test.each([
    ['members_kick', { user_id: ids.host }],
    ['members_ban', { user_id: ids.host }],
    ['members_bulk_ban', { user_ids: [ids.host, ids.admin] }],
  ])('who are gone by %s are forgotten, and nobody else', async (tool, args) => {
    await server.call('members_get', { guild_id, user_id: ids.host });
    await server.call('members_get', { guild_id, user_id: ids.admin });
    await server.approve(tool, { guild_id, ...args });
    expect(knownBy('members', 'user_id')).toEqual([ids.admin]);
  });

  test('of a huge guild do not fill the memory: the ones found longest ago go first', () => {
    const page = (from: number) =>
      Array.from({ length: 1000 }, (_, index) => ({
        user_id: String(10n ** 17n + BigInt(from + index)),
        username: 'u'.repeat(32),
        global_name: '😀'.repeat(32),
        nick: '😀'.repeat(32),
        bot: false,
        joined_at: '2030-01-01T16:00:00.000Z',
      }));
    let members: unknown;
    for (let from = 0; from < 100_000; from += 1000) {
      members = rememberMembers(members, guild_id, page(from));
    }
    const kept = members as readonly { user_id: string }[];
    expect(kept).toHaveLength(2000);
    expect(kept.at(-1)?.user_id).toBe(String(10n ** 17n + 99_999n));
    expect(kept[0]?.user_id).toBe(String(10n ** 17n + 98_000n));
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(2 ** 20);
  });
});

test('what is found again counts as found now', () => {
  const rules = { keyOf: ({ key }: { key: number }) => String(key), maximum: 2 };
  const found = [{ key: 1 }, { key: 2 }];
  expect(rememberItems(found, [{ key: 1 }], rules)).toEqual([{ key: 2 }, { key: 1 }]);
  expect(rememberItems(found, [{ key: 1 }, { key: 3 }], rules)).toEqual([{ key: 1 }, { key: 3 }]);
  expect(rememberItems(undefined, [{ key: 4 }, { key: 4 }], rules)).toEqual([{ key: 4 }]);
});
