import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../../harness.ts';
import { errorOf, ids } from '../default-world.ts';

interface Page {
  readonly messages: readonly { readonly id: string; readonly content: string }[];
  readonly next_cursor?: string;
}

const channel_id = ids.smallChannel;
const messageIds = Array.from({ length: 7 }, (_, index) => `120000000000000010${index}`);

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  const { control } = adapter.simulator;
  control.reset();
  const messages = messageIds.map((id, index) => ({
    id,
    channel_id,
    author_id: ids.host,
    content: String(index),
  }));
  const world = control.world();
  control.load({ ...world, messages: [...world.messages, ...messages] });
});
afterAll(() => adapter.close());

const read = (args: Record<string, unknown> = {}) =>
  adapter.call<Page>('messages_read', { channel_id, ...args });
const contents = ({ messages }: Page) => messages.map(({ content }) => content).join('');

describe('messages_read', () => {
  test('returns the newest messages, newest first', async () => {
    expect(contents(await read())).toBe('6543210');
  });

  test.each([
    ['the newest first', {}, ['654', '321', '0']],
    ['the oldest first', { order: 'oldest_first' }, ['012', '345', '6']],
    ['what is before a message', { before: messageIds[4] }, ['321', '0']],
    ['what is after a message', { after: messageIds[1] }, ['234', '56']],
    [
      'what is after a message, each page newest first',
      { after: messageIds[1], order: 'newest_first' },
      ['432', '65'],
    ],
    [
      'what is before a message, each page oldest first',
      { before: messageIds[4], order: 'oldest_first' },
      ['123', '0'],
    ],
  ])('goes through all of %s, page by page', async (_, args, pages) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ ...args, limit: 3, ...(cursor && { cursor }) });
      seen.push(contents(page));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(pages);
  });

  test('goes on from a cursor alone in the direction that it came from', async () => {
    const { next_cursor } = await read({ after: messageIds[1], limit: 3 });
    expect(contents(await read({ cursor: next_cursor }))).toBe('56');
  });

  test('returns what is around a message', async () => {
    const page = await read({ around: messageIds[3], limit: 3 });
    expect(contents(page)).toBe('432');
    expect(page.next_cursor).toBeUndefined();
  });

  test.each([
    ['two bounds', { before: messageIds[4], after: messageIds[1] }, 'at most one of'],
    ['a limit beyond 100', { limit: 101 }, 'limit'],
    ['a cursor of another list', { cursor: messageIds[1] }, 'next_cursor'],
  ])('refuses %s', async (_, args, text) => {
    const error = await errorOf(read(args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(text);
  });

  test('names the permission that hides a channel', async () => {
    const error = await errorOf(read({ channel_id: ids.hidden }));
    expect(error).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: expect.stringContaining('Missing VIEW_CHANNEL'),
    });
  });
});

describe('messages_get', () => {
  test('returns a plain message in its stable shape', async () => {
    const message = await adapter.call('messages_get', { channel_id, message_id: messageIds[0] });
    expect(message).toEqual({
      id: messageIds[0],
      channel_id,
      author: { id: ids.host, username: 'host', global_name: 'Office Host', bot: false },
      content: '0',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      edited_timestamp: null,
      type: 0,
      pinned: false,
      attachments: [],
      embeds: [],
      reactions: [],
      message_reference: null,
    });
  });

  test('returns what a rich message consists of', async () => {
    const { message_id } = await adapter.call('messages_send', {
      channel_id: ids.general,
      content: 'Look',
      message_reference: { message_id: ids.hostsMessage },
      embeds: [{ title: 'Agenda', fields: [{ name: 'First', value: 'Budget' }] }],
      files: [{ name: 'notes.txt', text: 'notes' }],
      poll: { question: { text: 'When?' }, answers: [{ poll_media: { text: 'Monday' } }] },
    });
    const address = { channel_id: ids.general, message_id };
    await adapter.call('reactions_add', { ...address, emoji: '👋' });
    await adapter.call('reactions_add', { ...address, emoji: `guildline:${ids.customEmoji}` });
    expect(await adapter.call('messages_get', address)).toMatchObject({
      author: { id: ids.bot, bot: true },
      type: 19,
      message_reference: { type: 0, channel_id: ids.general, message_id: ids.hostsMessage },
      embeds: [{ title: 'Agenda', fields: [{ name: 'First', value: 'Budget' }] }],
      attachments: [{ filename: 'notes.txt', size: 5, url: expect.stringMatching(/^https?:\/\//) }],
      reactions: [
        { emoji: '👋', count: 1, me: true },
        { emoji: `guildline:${ids.customEmoji}`, count: 1, me: true },
      ],
      poll: { question: 'When?', answers: [{ id: 1, text: 'Monday', votes: 0 }] },
    });
  });

  test('returns the texts of components that stand in place of content', async () => {
    const { message_id } = await adapter.call('messages_send', {
      channel_id: ids.general,
      components: [
        { type: 10, content: '# Title' },
        { type: 17, components: [{ type: 10, content: 'Inside' }] },
      ],
    });
    expect(
      await adapter.call('messages_get', { channel_id: ids.general, message_id }),
    ).toMatchObject({ content: '', component_texts: ['# Title', 'Inside'] });
  });

  test('says that a message does not exist', async () => {
    const args = { channel_id, message_id: ids.nothing };
    expect(await errorOf(adapter.call('messages_get', args))).toMatchObject({
      code: 'DISCORD_NOT_FOUND',
      details: { discord_code: 10008 },
    });
  });
});
