import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../../harness.ts';
import { errorOf, ids } from '../default-world.ts';

interface Receipt {
  readonly message_id: string;
  readonly parts?: readonly { readonly message_id: string; readonly jump_url: string }[];
}

const createRoute = '/channels/{channel_id}/messages';
const base = `https://discord.com/channels/${ids.guild}/${ids.announcements}`;

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.simulator.control.setClock('2030-01-01T16:30:00Z');
});
afterAll(() => adapter.close());

function send(args: Record<string, unknown>, idempotencyKey?: string): Promise<Receipt> {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  return adapter.call<Receipt>('messages_send', { channel_id: ids.announcements, ...args }, key);
}

function sent(channelId = ids.announcements) {
  const { messages } = adapter.simulator.control.world();
  return messages.filter(({ channel_id }) => channel_id === channelId);
}

function bodies(): Record<string, unknown>[] {
  return adapter.simulator.control
    .requests()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body as Record<string, unknown>);
}

describe('messages_send', () => {
  test('gives the receipt of the documentation, key for key', async () => {
    adapter.simulator.control.setNextIds(['888899990000111122']);
    const receipt = await send({
      content: 'Office hours start in 30 minutes! React with :wave: to attend.',
    });
    expect(Object.entries(receipt)).toEqual([
      ['message_id', '888899990000111122'],
      ['channel_id', ids.announcements],
      ['jump_url', `${base}/888899990000111122`],
      ['timestamp', '2030-01-01T16:30:00.000Z'],
    ]);
    expect(sent().map(({ content }) => content)).toEqual([
      'Office hours start in 30 minutes! React with :wave: to attend.',
    ]);
  });

  test('pings nobody unless the caller says so', async () => {
    const content = `@everyone <@${ids.host}> <@&555566667777888899>`;
    await send({ content });
    await send({ content, allowed_mentions: { parse: ['everyone'], users: [ids.host] } });
    expect(
      sent().map(({ mention_everyone, mentions, mention_roles }) => ({
        mention_everyone,
        mentions,
        mention_roles,
      })),
    ).toEqual([
      { mention_everyone: false, mentions: [], mention_roles: [] },
      { mention_everyone: true, mentions: [ids.host], mention_roles: [] },
    ]);
  });

  test('replies without pinging the author', async () => {
    await adapter.call('messages_send', {
      channel_id: ids.general,
      content: 'Welcome back',
      message_reference: { message_id: ids.hostsMessage },
    });
    const reply = sent(ids.general).at(-1);
    expect(reply?.message_reference?.message_id).toBe(ids.hostsMessage);
    expect(bodies()[0]).toMatchObject({ allowed_mentions: { parse: [], replied_user: false } });
  });

  test('uploads files from text and base64, with alt text', async () => {
    await send({
      files: [
        { name: 'notes.txt', text: 'héllo' },
        { name: 'dot.bin', base64: 'AAEC', description: 'Three bytes' },
      ],
    });
    expect(sent()[0]?.attachments).toMatchObject([
      { filename: 'notes.txt', size: 6 },
      { filename: 'dot.bin', size: 3, description: 'Three bytes' },
    ]);
  });

  test('sends embeds', async () => {
    const embed = {
      title: 'Agenda',
      description: 'Three points',
      color: 0x58_65_f2,
      timestamp: '2030-01-01T17:00:00Z',
      fields: [{ name: 'First', value: 'Budget', inline: true }],
      footer: { text: 'See you' },
    };
    await send({ embeds: [embed] });
    expect(sent()[0]?.embeds).toMatchObject([{ title: 'Agenda', fields: embed.fields }]);
  });

  test('sends a poll', async () => {
    await send({
      poll: {
        question: { text: 'When?' },
        answers: [
          { poll_media: { text: 'Monday' } },
          { poll_media: { text: 'Tuesday', emoji: { name: '🌮' } } },
        ],
        duration: 48,
      },
    });
    expect(sent()[0]?.poll).toMatchObject({ question: { text: 'When?' } });
    expect(sent()[0]?.poll?.answers).toHaveLength(2);
  });

  test('sends buttons beside content, and flags', async () => {
    const components = [
      { type: 1, components: [{ type: 2, style: 5, label: 'Open', url: 'https://example.org' }] },
    ];
    await send({ content: 'Look', components, flags: 4096 });
    expect(sent()[0]).toMatchObject({ content: 'Look', flags: 4096 });
    expect(sent()[0]?.components).toHaveLength(1);
  });

  test('sets the flag that components in place of content need', async () => {
    await send({ components: [{ type: 10, content: '# Hello' }], flags: 4 });
    expect(sent()[0]?.flags).toBe((1 << 15) | 4);
  });

  test('links a direct message with @me', async () => {
    const world = adapter.simulator.control.world();
    const direct = { id: '1230000000000000001', recipient_ids: [ids.bot, ids.host] };
    adapter.simulator.control.load({ ...world, direct_channels: [direct] });
    const receipt = await send({ channel_id: direct.id, content: 'Hi' });
    expect(receipt).toMatchObject({
      jump_url: `https://discord.com/channels/@me/${direct.id}/${receipt.message_id}`,
    });
  });
});

describe('content over 2,000 characters', () => {
  const paragraphs = ['first ', 'second ', 'third '].map((word) => word.repeat(250).trim());
  const content = paragraphs.join('\n\n');

  test('becomes several messages with a receipt each', async () => {
    const receipt = await send({ content });
    expect(sent().map((message) => message.content)).toEqual(paragraphs);
    expect(receipt.parts).toEqual(
      sent().map(({ id }) => ({ message_id: id, jump_url: `${base}/${id}` })),
    );
    expect(receipt.message_id).toBe(receipt.parts?.[0]?.message_id);
  });

  test('carries the reply on the first part, the rest on the last, flags on all', async () => {
    await adapter.call('messages_send', {
      channel_id: ids.general,
      content,
      flags: 4,
      message_reference: { message_id: ids.hostsMessage },
      embeds: [{ title: 'Below' }],
      files: [{ name: 'a.txt', text: 'a' }],
      allowed_mentions: { users: [ids.host] },
    });
    const [first, second, third] = sent(ids.general).slice(-3);
    expect(first?.message_reference?.message_id).toBe(ids.hostsMessage);
    for (const part of [first, second]) expect(part).toMatchObject({ embeds: [], attachments: [] });
    for (const part of [second, third]) expect(part?.message_reference).toBeNull();
    expect(third).toMatchObject({ embeds: [{ title: 'Below' }] });
    expect(third?.attachments).toHaveLength(1);
    for (const body of bodies()) {
      expect(body).toMatchObject({ flags: 4, allowed_mentions: { users: [ids.host] } });
    }
  });

  test('has one nonce a part, and a repetition with the same key sends nothing again', async () => {
    const first = await send({ content }, 'the-same-call');
    const second = await send({ content }, 'the-same-call');
    expect(second).toEqual(first);
    expect(sent()).toHaveLength(3);
    const nonces = bodies().map(({ nonce }) => nonce);
    expect(new Set(nonces).size).toBe(3);
    expect(nonces.slice(3)).toEqual(nonces.slice(0, 3));
    for (const body of bodies()) expect(body['enforce_nonce']).toBe(true);
  });

  test('is sent once although an answer on the way was lost', async () => {
    adapter.simulator.control.inject({ method: 'POST', path: createRoute, drop: 'after' });
    const receipt = await send({ content });
    expect(sent()).toHaveLength(3);
    expect(receipt.parts).toHaveLength(3);
  });

  test('that stops halfway says which parts were sent', async () => {
    const { control } = adapter.simulator;
    // The first fault meets the first part and lets it through.
    control.inject({ method: 'POST', path: createRoute, delay_ms: 0 });
    control.inject({ method: 'POST', path: createRoute, status: 400 });
    const error = await errorOf(send({ content }, 'halfway'));
    const [first] = sent();
    expect(error).toMatchObject({
      code: 'DISCORD_INVALID_REQUEST',
      outcome: 'applied',
      retriable: false,
      details: {
        parts: [{ message_id: first?.id, jump_url: `${base}/${first?.id}` }],
        parts_total: 3,
      },
    });
    expect(error.message).toContain('Part 2 of 3 was not sent');
    expect(error.message).toContain(first?.id);
    const receipt = await send({ content }, 'halfway');
    expect(receipt.message_id).toBe(first?.id);
    expect(sent()).toHaveLength(3);
  });
});

describe('messages_send refuses', () => {
  test.each([
    ['nothing', {}, 'The message is empty'],
    ['blank content', { content: ' \n ' }, 'The message is empty'],
    ['content beyond the bound', { content: 'x'.repeat(20_001) }, '20000'],
    ['an unknown argument', { content: 'x', contnet: 'x' }, 'contnet'],
    ['a path for a file', { files: [{ name: '../etc/passwd', text: '' }] }, 'without a path'],
    ['a file without content', { files: [{ name: 'a.txt' }] }, 'as text or as base64'],
    ['a file with two', { files: [{ name: 'a', text: '', base64: '' }] }, 'one of the two'],
    ['broken base64', { files: [{ name: 'a', base64: 'a b' }] }, 'Not base64'],
    ['an empty embed', { embeds: [{ color: 1 }] }, 'An embed needs'],
    [
      'embeds with too much text',
      { embeds: [{ description: 'x'.repeat(4000) }, { description: 'y'.repeat(2001) }] },
      '6001 characters',
    ],
    [
      'content beside components that replace it',
      { content: 'x', components: [{ type: 10, content: 'y' }] },
      'text display',
    ],
    [
      'six action rows',
      { components: Array(6).fill({ type: 1, components: [] }) },
      '5 action rows',
    ],
    ['a button outside of a row', { components: [{ type: 2, style: 1 }] }, 'components'],
    [
      'two answers about the same mentions',
      { content: 'x', allowed_mentions: { parse: ['users'], users: [ids.host] } },
      'leave out one of the two',
    ],
    ['four stickers', { sticker_ids: Array(4).fill(ids.nothing) }, 'sticker_ids'],
    ['flags that a bot cannot set', { content: 'x', flags: 64 }, 'flags'],
    ['a poll without answers', { poll: { question: { text: 'When?' }, answers: [] } }, 'answers'],
  ])('%s, before any request', async (_, args, text) => {
    const error = await errorOf(send(args));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not_applied' });
    expect(error.message).toContain(text);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });

  test('a forum, and says what to use', async () => {
    const error = await errorOf(send({ channel_id: ids.forum, content: 'Hi' }));
    expect(error).toMatchObject({ code: 'DISCORD_INVALID_REQUEST', outcome: 'not_applied' });
    expect(error.message).toContain('threads_create');
    expect(bodies()).toEqual([]);
  });

  test('a channel it cannot see, and names the permission', async () => {
    const error = await errorOf(send({ channel_id: ids.hidden, content: 'Hi' }));
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: expect.stringContaining('Missing VIEW_CHANNEL'),
    });
    expect(sent(ids.hidden)).toEqual([]);
  });
});
