import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf, ids, lookUp } from './default-world.ts';

const noon = Date.parse('2030-01-01T12:00:00Z');
const token = 'a-token-that-nobody-may-see';
const webhook = '1210000000000000001';

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  const { control } = adapter.simulator;
  control.reset();
  control.setClock(noon);
  const world = control.world();
  control.load({
    ...world,
    webhooks: [
      {
        id: webhook,
        guild_id: ids.guild,
        channel_id: ids.general,
        name: 'Town crier',
        token,
        user_id: ids.bot,
      },
      { id: '1210000000000000002', guild_id: ids.guild, channel_id: ids.forum, name: 'Posts' },
    ],
  });
});
afterAll(() => adapter.close());

function messagesOf(channelId: string) {
  const { messages } = adapter.simulator.control.world();
  return messages.filter(({ channel_id, webhook_id }) => webhook_id && channel_id === channelId);
}

describe('webhooks_create', () => {
  test('creates a webhook and keeps its token to itself', async () => {
    const created = await adapter.call('webhooks_create', {
      channel_id: ids.general,
      name: 'News',
      audit_reason: 'for the news',
    });
    const made = adapter.simulator.control.world().webhooks.at(-1);
    expect(created).toEqual({ webhook_id: made?.id, name: 'News', channel_id: ids.general });
    expect(made?.token.length).toBeGreaterThan(20);
    expect(JSON.stringify(created)).not.toContain(made?.token);
    expect(adapter.simulator.control.requests().at(-1)?.reason).toBe('for the news');
  });

  test.each([
    ['a name Discord reserves', { name: 'Discord helper' }, 'clyde'],
    ['an empty name', { name: '' }, 'name'],
    ['an address as avatar', { name: 'x', avatar: 'https://example.org/a.png' }, 'data:image'],
  ])('refuses %s', async (_, args, text) => {
    const error = await errorOf(
      adapter.call('webhooks_create', { channel_id: ids.general, ...args }),
    );
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(text);
  });

  test('names the permission that is missing', async () => {
    const args = { channel_id: ids.smallChannel, name: 'News' };
    expect(await errorOf(adapter.call('webhooks_create', args))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_WEBHOOKS',
    });
  });

  test('a lost one is found among the webhooks that the bot made since', async () => {
    const args = { channel_id: ids.general, name: 'News' };
    expect(await lookUp(adapter, 'webhooks_create', args, noon)).toEqual({ outcome: 'absent' });
    const created = await adapter.call('webhooks_create', args);
    expect(await lookUp(adapter, 'webhooks_create', args, noon)).toEqual({
      outcome: 'applied',
      result: created,
    });
    await adapter.call('webhooks_create', args);
    expect(await lookUp(adapter, 'webhooks_create', args, noon)).toEqual({ outcome: 'unsure' });
  });
});

describe('webhooks_execute', () => {
  test('sends under the given name and pings nobody', async () => {
    const receipt = await adapter.call('webhooks_execute', {
      webhook_id: webhook,
      username: 'Herald',
      content: `Hear ye @everyone <@${ids.host}>`,
    });
    const [message] = messagesOf(ids.general);
    expect(message).toMatchObject({
      webhook_id: webhook,
      webhook_author: { username: 'Herald' },
      mention_everyone: false,
      mentions: [],
    });
    expect(receipt).toEqual({
      message_id: message?.id,
      channel_id: ids.general,
      jump_url: `https://discord.com/channels/${ids.guild}/${ids.general}/${message?.id}`,
      timestamp: '2030-01-01T12:00:00.000Z',
    });
  });

  test('sends long content in parts, embeds and files with the last', async () => {
    const receipt = await adapter.call<{ parts: { message_id: string }[] }>('webhooks_execute', {
      webhook_id: webhook,
      content: 'word '.repeat(500),
      embeds: [{ title: 'At the end' }],
      files: [{ name: 'a.txt', text: 'a' }],
    });
    const [first, last] = messagesOf(ids.general);
    expect(receipt.parts.map(({ message_id }) => message_id)).toEqual([first?.id, last?.id]);
    expect(first).toMatchObject({ embeds: [], attachments: [] });
    expect(last).toMatchObject({
      embeds: [{ title: 'At the end' }],
      attachments: [{ filename: 'a.txt', size: 1 }],
    });
  });

  test('opens one forum post for all parts of a message', async () => {
    const receipt = await adapter.call<{ channel_id: string }>('webhooks_execute', {
      webhook_id: '1210000000000000002',
      thread_name: 'A long story',
      content: 'word '.repeat(500),
    });
    expect(messagesOf(receipt.channel_id)).toHaveLength(2);
  });

  test('never shows the token, in an error neither', async () => {
    adapter.simulator.control.inject({
      method: 'POST',
      path: `/webhooks/${webhook}/*`,
      status: 400,
    });
    const error = await errorOf(
      adapter.call('webhooks_execute', { webhook_id: webhook, content: 'Hello' }),
    );
    expect(JSON.stringify(error)).not.toContain(token);
    expect(error.message).not.toContain(token);
  });

  test.each([
    ['a webhook of another kind', { type: 2, token }],
    ["another application's webhook", { type: 1 }],
  ])('says that it cannot use %s', async (_, kind) => {
    const body = {
      id: webhook,
      name: 'News',
      avatar: null,
      channel_id: ids.general,
      guild_id: ids.guild,
      application_id: null,
      source_guild: { id: ids.guild, name: 'Elsewhere', icon: null },
      source_channel: { id: ids.general, name: 'news' },
      ...kind,
    };
    adapter.simulator.control.inject({ path: `/webhooks/${webhook}`, status: 200, body });
    const args = { webhook_id: webhook, content: 'Hello' };
    const error = await errorOf(adapter.call('webhooks_execute', args));
    expect(error).toMatchObject({ code: 'DISCORD_PERMISSION_DENIED', outcome: 'not_applied' });
    expect(error.message).toContain('webhooks_create');
    expect(messagesOf(ids.general)).toEqual([]);
  });

  test.each([
    ['an empty message', {}, 'The message is empty'],
    ['two threads at once', { content: 'x', thread_id: ids.general, thread_name: 'x' }, 'not both'],
    ['tags without a new post', { content: 'x', applied_tags: [ids.general] }, 'thread_name'],
    ['a name Discord reserves', { content: 'x', username: 'clyde' }, 'clyde'],
  ])('refuses %s', async (_, args, text) => {
    const error = await errorOf(adapter.call('webhooks_execute', { webhook_id: webhook, ...args }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(text);
  });

  test('a lost one is found by its text and webhook', async () => {
    const args = { webhook_id: webhook, content: 'Hear ye' };
    expect(await lookUp(adapter, 'webhooks_execute', args, noon)).toEqual({ outcome: 'absent' });
    const receipt = await adapter.call('webhooks_execute', args);
    expect(await lookUp(adapter, 'webhooks_execute', args, noon)).toEqual({
      outcome: 'applied',
      result: receipt,
    });
  });

  test('a lost new post stays unsure, because nobody knows its id', async () => {
    const args = { webhook_id: webhook, content: 'Hear ye', thread_name: 'News' };
    expect(await lookUp(adapter, 'webhooks_execute', args, noon)).toEqual({ outcome: 'unsure' });
  });
});
