import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf, ids } from './default-world.ts';

const message = { channel_id: ids.general, message_id: ids.hostsMessage };

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  const world = adapter.simulator.control.world();
  const found = world.messages.find(({ id }) => id === ids.hostsMessage);
  found?.reactions.push(
    { emoji: { id: null, name: '👋' }, user_ids: [ids.owner, ids.host] },
    { emoji: { id: ids.customEmoji, name: 'guildline' }, user_ids: [ids.host] },
  );
  adapter.simulator.control.load(world);
});
afterAll(() => adapter.close());

/** Who reacted, by emoji, as the world has it. */
function reactions(): Record<string, string[]> {
  const { messages } = adapter.simulator.control.world();
  const found = messages.find(({ id }) => id === ids.hostsMessage);
  return Object.fromEntries(
    (found?.reactions ?? []).map(({ emoji, user_ids }) => [emoji.name, user_ids]),
  );
}

describe('reactions_add', () => {
  test.each([
    ['a character', '🎉', '🎉'],
    ['a keycap', '1️⃣', '1️⃣'],
    ['name:id', `guildline:${ids.customEmoji}`, 'guildline'],
    ['a custom emoji as Discord writes it', `<:guildline:${ids.customEmoji}>`, 'guildline'],
  ])("adds the bot's reaction from %s, once", async (_, emoji, name) => {
    const args = { ...message, emoji };
    expect(await adapter.call('reactions_add', args)).toMatchObject({ added: true });
    await adapter.call('reactions_add', args);
    expect(reactions()[name]?.filter((user) => user === ids.bot)).toEqual([ids.bot]);
  });

  test.each([':wave:', 'wave', '🎉 🎉', '%F0%9F%91%8B', '👋/@me', '5', ''])(
    'refuses %j, which is no emoji, before the request',
    async (emoji) => {
      const error = await errorOf(adapter.call('reactions_add', { ...message, emoji }));
      expect(error.code).toBe('VALIDATION_ERROR');
      expect(adapter.simulator.control.requests()).toEqual([]);
    },
  );

  test('names the permission that is missing', async () => {
    const error = await errorOf(
      adapter.call('reactions_add', {
        channel_id: ids.hidden,
        message_id: ids.hostsMessage,
        emoji: '👋',
      }),
    );
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: expect.stringContaining('Missing VIEW_CHANNEL'),
    });
  });
});

describe('reactions_remove', () => {
  test("removes the bot's own reaction; a repetition changes nothing", async () => {
    await adapter.call('reactions_add', { ...message, emoji: '👋' });
    for (let time = 1; time <= 2; time += 1) {
      const removed = await adapter.call('reactions_remove', { ...message, emoji: '👋' });
      expect(removed).toEqual({
        removed: true,
        already_absent: false,
        message_id: ids.hostsMessage,
      });
      expect(reactions()['👋']).toEqual([ids.owner, ids.host]);
    }
  });

  test('says of an emoji that the message does not have that it was gone', async () => {
    expect(await adapter.call('reactions_remove', { ...message, emoji: '🎉' })).toMatchObject({
      removed: true,
      already_absent: true,
    });
  });

  test("removes one person's reaction", async () => {
    await adapter.call('reactions_remove', { ...message, emoji: '👋', user_id: ids.owner });
    expect(reactions()['👋']).toEqual([ids.host]);
  });

  test("removes everyone's reaction with one emoji", async () => {
    await adapter.call('reactions_remove', { ...message, emoji: '👋', all: true });
    expect(reactions()).toEqual({ guildline: [ids.host] });
  });

  test('removes every reaction', async () => {
    await adapter.call('reactions_remove', { ...message, all: true });
    expect(reactions()).toEqual({});
  });

  test.each([
    ['nothing that says which', {}, 'Give an emoji'],
    ['a person and everyone', { emoji: '👋', user_id: ids.host, all: true }, 'one of the two'],
    ['a person without an emoji', { user_id: ids.host }, 'Give an emoji'],
  ])('refuses %s', async (_, args, text) => {
    const error = await errorOf(adapter.call('reactions_remove', { ...message, ...args }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(text);
  });

  test("names the permission that others' reactions take", async () => {
    const { id } = await postInSmallGuild();
    const error = await errorOf(
      adapter.call('reactions_remove', {
        channel_id: ids.smallChannel,
        message_id: id,
        all: true,
      }),
    );
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_MESSAGES',
    });
  });

  async function postInSmallGuild() {
    const world = adapter.simulator.control.world();
    const id = '1200000000000000077';
    const { host: author_id, smallChannel: channel_id } = ids;
    adapter.simulator.control.load({
      ...world,
      messages: [...world.messages, { id, channel_id, author_id, content: 'Hi' }],
    });
    return { id };
  }
});

describe('reactions_list', () => {
  test('lists who reacted, page by page', async () => {
    const args = { ...message, emoji: '👋', limit: 1 };
    const first = await adapter.call('reactions_list', args);
    expect(first).toMatchObject({ users: [{ id: ids.owner }], next_cursor: ids.owner });
    const second = await adapter.call('reactions_list', { ...args, cursor: ids.owner });
    expect(second).toMatchObject({ users: [{ id: ids.host, username: 'host', bot: false }] });
  });

  test('lists nobody for an emoji that nobody used', async () => {
    expect(await adapter.call('reactions_list', { ...message, emoji: '🎉' })).toEqual({
      users: [],
    });
  });
});
