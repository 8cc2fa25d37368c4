import type { APIMessage } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { messageOutput, toMessage } from '../../../src/tools/messages/message.ts';

const plain = {
  id: '1200000000000000001',
  channel_id: '222233334444555003',
  author: { id: '100000000000000001', username: 'robin' },
  content: 'Hello',
  timestamp: '2030-01-01T17:00:00.123456+00:00',
  edited_timestamp: null,
  type: 0,
  pinned: false,
  attachments: [],
  embeds: [],
} as unknown as APIMessage;

/** The message as a tool returns it; fails if the output schema would refuse it. */
function read(more: Record<string, unknown>) {
  return messageOutput().parse(toMessage({ ...plain, ...more } as APIMessage));
}

test('keys that a message can do without are left out', () => {
  expect(Object.keys(read({}))).toEqual([
    'id',
    'channel_id',
    'author',
    'content',
    'timestamp',
    'edited_timestamp',
    'type',
    'pinned',
    'attachments',
    'embeds',
    'reactions',
    'message_reference',
  ]);
});

test('times are in milliseconds', () => {
  const message = read({ edited_timestamp: '2030-01-01T18:00:00+00:00' });
  expect(message.timestamp).toBe('2030-01-01T17:00:00.123Z');
  expect(message.edited_timestamp).toBe('2030-01-01T18:00:00.000Z');
});

test('a forwarded message shows what was forwarded', () => {
  const message = read({
    content: '',
    message_reference: { type: 1, channel_id: '222233334444555003', message_id: '1' },
    message_snapshots: [{ message: { content: 'The original' } }],
  });
  expect(message).toMatchObject({
    message_reference: { type: 1, message_id: '1' },
    forwarded_content: 'The original',
  });
});

test('a reference without a message and without a type is kept', () => {
  expect(read({ message_reference: { channel_id: '7' } }).message_reference).toEqual({
    type: 0,
    channel_id: '7',
  });
});

test('stickers are named and a thread on the message is linked', () => {
  expect(
    read({ sticker_items: [{ id: '1', name: 'Wave', format_type: 1 }], thread: { id: '9' } }),
  ).toMatchObject({ stickers: ['Wave'], thread_id: '9' });
});

test('poll votes are counted per answer, and 0 where Discord has no count', () => {
  const message = read({
    poll: {
      question: { text: 'When?' },
      answers: [
        { answer_id: 1, poll_media: { text: 'Monday' } },
        { answer_id: 2, poll_media: { emoji: { name: '🌮' } } },
      ],
      expiry: '2030-01-02T17:00:00+00:00',
      results: { is_finalized: false, answer_counts: [{ id: 1, count: 3, me_voted: false }] },
    },
  });
  expect(message.poll).toEqual({
    question: 'When?',
    answers: [
      { id: 1, text: 'Monday', votes: 3 },
      { id: 2, text: '', votes: 0 },
    ],
    expiry: '2030-01-02T17:00:00.000Z',
  });
});

test('attachments and embeds show what they have and nothing empty', () => {
  const message = read({
    attachments: [
      { id: '1', filename: 'a.png', size: 9, url: 'https://x/a.png', content_type: 'image/png' },
      { id: '2', filename: 'b', size: 1, url: 'https://x/b' },
    ],
    embeds: [{ title: 'Agenda', url: 'https://x' }, { description: 'Text' }],
  });
  expect(message.attachments[0]?.content_type).toBe('image/png');
  expect(message.attachments[1]).not.toHaveProperty('content_type');
  expect(message.embeds).toEqual([{ title: 'Agenda', url: 'https://x' }, { description: 'Text' }]);
});
