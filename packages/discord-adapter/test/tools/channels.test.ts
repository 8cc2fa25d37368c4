import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf, ids, lookUp } from './default-world.ts';

interface Channel {
  readonly id: string;
  readonly type: number;
  readonly name: string;
  readonly parent_id: string | null;
}

const noon = Date.parse('2030-01-01T12:00:00Z');

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.simulator.control.setClock(noon);
});
afterAll(() => adapter.close());

function findChannel(id: string) {
  const channels = adapter.simulator.control.world().guilds.flatMap((guild) => guild.channels);
  return channels.find((channel) => channel.id === id);
}

describe('channels_list', () => {
  test('lists a guild in the order of the client, categories last', async () => {
    const { channels } = await adapter.call<{ channels: Channel[] }>('channels_list', {
      guild_id: ids.guild,
    });
    expect(channels.map(({ name }) => name)).toEqual([
      'general',
      'help',
      'moderators',
      'owners',
      'Lounge',
      'Town Hall',
      'rules',
      'announcements',
      'Information',
    ]);
  });

  test('gives a first channel that a message can be sent to', async () => {
    const { channels } = await adapter.call<{ channels: Channel[] }>('channels_list', {
      guild_id: ids.smallGuild,
    });
    expect(channels[0]).toEqual({
      id: ids.smallChannel,
      guild_id: ids.smallGuild,
      type: 0,
      name: 'general',
      topic: null,
      parent_id: null,
      position: 0,
      nsfw: false,
      rate_limit_per_user: 0,
    });
  });

  test('lists only the types that are asked for', async () => {
    const { channels } = await adapter.call<{ channels: Channel[] }>('channels_list', {
      guild_id: ids.guild,
      types: [2, 15],
    });
    expect(channels.map(({ type }) => type)).toEqual([15, 2]);
  });
});

describe('channels_get', () => {
  test("returns a forum's tags", async () => {
    const forum = await adapter.call('channels_get', { channel_id: ids.forum });
    expect(forum).toMatchObject({
      id: ids.forum,
      type: 15,
      available_tags: [
        { id: '222233334444666001', name: 'question', moderated: false, emoji: '❓' },
        { id: '222233334444666002', name: 'solved', moderated: true, emoji: '✅' },
      ],
    });
    expect(forum).not.toHaveProperty('thread_metadata');
  });

  test("returns a thread's state", async () => {
    const { id } = await adapter.call<Channel>('threads_create', {
      channel_id: ids.general,
      name: 'Planning',
    });
    expect(await adapter.call('channels_get', { channel_id: id })).toMatchObject({
      id,
      type: 11,
      parent_id: ids.general,
      position: null,
      owner_id: ids.bot,
      thread_metadata: { archived: false, locked: false },
    });
  });

  test('returns overwrites and voice settings', async () => {
    const hidden = { id: ids.guild, type: 0, allow: ['CONNECT'], deny: ['SPEAK'] };
    await adapter.call('channels_modify', {
      channel_id: ids.voice,
      user_limit: 5,
      permission_overwrites: [hidden],
    });
    expect(await adapter.call('channels_get', { channel_id: ids.voice })).toMatchObject({
      user_limit: 5,
      permission_overwrites: [
        { id: ids.guild, type: 0, allow: String(1n << 20n), deny: String(1n << 21n) },
      ],
    });
  });

  test('names the permission that hides a channel from the bot', async () => {
    const error = await errorOf(adapter.call('channels_get', { channel_id: ids.hidden }));
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: expect.stringContaining('Missing VIEW_CHANNEL'),
    });
  });
});

describe('channels_create', () => {
  test('creates a channel with its settings and writes the reason to the audit log', async () => {
    const created = await adapter.call<Channel>('channels_create', {
      guild_id: ids.guild,
      name: 'planning',
      topic: 'What comes next',
      parent_id: ids.category,
      rate_limit_per_user: 30,
      permission_overwrites: [{ id: ids.guild, type: 0, allow: ['VIEW_CHANNEL'], deny: '2048' }],
      audit_reason: 'spring cleaning',
    });
    expect(created).toMatchObject({ name: 'planning', type: 0, parent_id: ids.category });
    expect(findChannel(created.id)).toMatchObject({
      topic: 'What comes next',
      rate_limit_per_user: 30,
      permission_overwrites: [{ id: ids.guild, type: 0, allow: '1024', deny: '2048' }],
    });
    expect(adapter.simulator.control.requests().at(-1)).toMatchObject({
      reason: 'spring cleaning',
      applied: true,
    });
  });

  test('creates a forum with tags', async () => {
    const { id } = await adapter.call<Channel>('channels_create', {
      guild_id: ids.guild,
      name: 'ideas',
      type: 15,
      available_tags: [{ name: 'new', emoji_name: '✨' }],
      default_sort_order: 1,
    });
    expect(findChannel(id)).toMatchObject({
      type: 15,
      default_sort_order: 1,
      available_tags: [{ name: 'new', emoji_name: '✨' }],
    });
  });

  test('names the permission that is missing', async () => {
    const error = await errorOf(
      adapter.call('channels_create', { guild_id: ids.smallGuild, name: 'planning' }),
    );
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_CHANNELS',
      outcome: 'not_applied',
    });
  });

  test.each([
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
    ['a type that cannot be created', { name: 'x', type: 11 }, 'type'],
    ['voice settings for text', { name: 'x', bitrate: 64_000 }, 'types 2, 13 have'],
    ['tags for a text channel', { name: 'x', available_tags: [{ name: 'a' }] }, 'types 15, 16'],
    ['a category in a category', { name: 'x', type: 4, parent_id: ids.category }, 'a category'],
    ['a topic too long for text', { name: 'x', topic: 'x'.repeat(1025) }, 'at most 1024'],
    ['an unknown permission', overwrite(['manage messages']), 'Write MANAGE_MESSAGES'],
  ])('refuses %s before the request', async (_, args, message) => {
    const error = await errorOf(adapter.call('channels_create', { guild_id: ids.guild, ...args }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(message);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });

  function overwrite(allow: string[]) {
    return { name: 'x', permission_overwrites: [{ id: ids.guild, type: 0, allow }] };
  }
});

describe('a lost channels_create', () => {
  const args = { guild_id: ids.guild, name: 'Next Steps' };

  test('is found if the audit log says that the bot created such a channel', async () => {
    const created = await adapter.call<Channel>('channels_create', args);
    expect(await lookUp(adapter, 'channels_create', args, noon)).toEqual({
      outcome: 'applied',
      result: created,
    });
  });

  test('is absent if there is no such channel', async () => {
    expect(await lookUp(adapter, 'channels_create', args, noon)).toEqual({ outcome: 'absent' });
  });

  test('is unsure if there are two', async () => {
    await adapter.call('channels_create', args);
    await adapter.call('channels_create', args);
    expect(await lookUp(adapter, 'channels_create', args, noon)).toEqual({ outcome: 'unsure' });
  });

  test('is unsure if the match was made just before the call', async () => {
    await adapter.call('channels_create', args);
    const since = noon + 5000;
    expect(await lookUp(adapter, 'channels_create', args, since)).toEqual({ outcome: 'unsure' });
  });

  test('is absent if the only match is older', async () => {
    await adapter.call('channels_create', args);
    const since = noon + 3_600_000;
    expect(await lookUp(adapter, 'channels_create', args, since)).toEqual({ outcome: 'absent' });
  });

  test('is unsure if the audit log cannot tell who made the channel', async () => {
    await adapter.call('channels_create', args);
    adapter.simulator.control.inject({ path: '/guilds/{guild_id}/audit-logs', status: 403 });
    expect(await lookUp(adapter, 'channels_create', args, noon)).toEqual({ outcome: 'unsure' });
  });
});

describe('channels_modify', () => {
  test('changes what is given and leaves the rest', async () => {
    const changed = await adapter.call('channels_modify', {
      channel_id: ids.general,
      name: 'lobby',
      nsfw: true,
      audit_reason: 'new name',
    });
    expect(changed).toMatchObject({ name: 'lobby', nsfw: true, topic: 'Anything goes' });
    expect(findChannel(ids.general)).toMatchObject({ name: 'lobby', topic: 'Anything goes' });
    expect(adapter.simulator.control.requests().at(-1)?.reason).toBe('new name');
  });

  test('removes a topic and takes a channel out of its category with null', async () => {
    await adapter.call('channels_modify', {
      channel_id: ids.announcements,
      topic: null,
      parent_id: null,
    });
    expect(findChannel(ids.announcements)).toMatchObject({ topic: null, parent_id: null });
  });

  test('refuses a change of nothing', async () => {
    const error = await errorOf(
      adapter.call('channels_modify', { channel_id: ids.general, audit_reason: 'why' }),
    );
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain('Nothing to change');
  });

  test('names the permission that is missing', async () => {
    const error = await errorOf(
      adapter.call('channels_modify', { channel_id: ids.smallChannel, name: 'lobby' }),
    );
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_CHANNELS',
    });
  });
});

describe('channels_delete', () => {
  test('deletes a channel, and says of a repetition that it was gone', async () => {
    const args = { channel_id: ids.voice, audit_reason: 'unused' };
    expect(await adapter.call('channels_delete', args)).toEqual({
      deleted: true,
      already_absent: false,
      channel_id: ids.voice,
    });
    expect(findChannel(ids.voice)).toBeUndefined();
    expect(await adapter.call('channels_delete', args)).toMatchObject({ already_absent: true });
  });

  test('names the permission that is missing', async () => {
    const error = await errorOf(adapter.call('channels_delete', { channel_id: ids.smallChannel }));
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_CHANNELS',
    });
    expect(findChannel(ids.smallChannel)).toBeDefined();
  });
});
