import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf, ids } from './default-world.ts';

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
afterAll(() => adapter.close());

test('guild_get returns a guild with its counts and channels', async () => {
  const guild = await adapter.call('guild_get', { guild_id: ids.guild });
  expect(guild).toMatchObject({
    id: ids.guild,
    name: 'Office Hours',
    description: 'A community that meets once a week.',
    owner_id: ids.owner,
    features: ['COMMUNITY', 'NEWS'],
    system_channel_id: ids.general,
    afk_channel_id: null,
  });
  expect(guild['approximate_member_count']).toBeGreaterThan(300);
});

test('guild_get says that the bot is not in a guild', async () => {
  const error = await errorOf(adapter.call('guild_get', { guild_id: ids.nothing }));
  expect(error.code).toBe('DISCORD_NOT_FOUND');
});

test('guild_list_mine goes through all guilds page by page', async () => {
  interface Page {
    readonly guilds: readonly { readonly id: string; readonly permissions: string }[];
    readonly next_cursor?: string;
  }
  const first = await adapter.call<Page>('guild_list_mine', { limit: 2 });
  expect(first.guilds.map(({ id }) => id)).toEqual([ids.guild, ids.smallGuild]);
  expect(first.guilds[0]?.permissions).toMatch(/^\d+$/);
  expect(first.next_cursor).toBe(ids.smallGuild);
  const second = await adapter.call<Page>('guild_list_mine', {
    limit: 2,
    cursor: first.next_cursor,
  });
  expect(second.guilds.map(({ id }) => id)).toEqual(['123456789012345679']);
  expect(second.next_cursor).toBeUndefined();
});

test('guild_list_mine refuses a cursor that it did not give', async () => {
  const error = await errorOf(adapter.call('guild_list_mine', { cursor: 'page 2' }));
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.message).toContain('next_cursor of the page before');
});
