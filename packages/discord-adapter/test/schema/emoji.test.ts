import { expect, test } from 'vitest';
import { emoji, formatEmoji, toEmojiParameter } from '../../src/schema/emoji.ts';

const id = '333344445555000001';

test.each([
  '👋',
  '👩‍👩‍👧‍👦',
  '🇪🇺',
  '1️⃣',
  '#️⃣',
  '❤️',
  '♥',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  `party:${id}`,
  `<:party:${id}>`,
  `<a:party:${id}>`,
])('%s is an emoji', (text) => {
  expect(emoji().safeParse(text).success).toBe(true);
});

test.each([
  '',
  ' ',
  ':wave:',
  'wave',
  '5',
  '👋 👋',
  '👋/x',
  '%20',
  '..',
  '👋..',
  'é',
  '#',
  `party:1`,
  `<party:${id}>x`,
])('%j is refused, with what to pass instead', (text) => {
  const { error } = emoji().safeParse(text);
  expect(error?.issues.map(({ message }) => message).join()).toMatch(/name:id|>=1/);
});

test('a custom emoji goes into the route as name:id, a character as itself', () => {
  expect(toEmojiParameter(`<a:party:${id}>`)).toBe(`party:${id}`);
  expect(toEmojiParameter(`party:${id}`)).toBe(`party:${id}`);
  expect(toEmojiParameter('👋')).toBe('👋');
});

test('what is read can be passed back', () => {
  for (const read of [
    { id, name: 'party' },
    { id: null, name: '👋' },
    { id, name: null },
  ]) {
    expect(emoji().safeParse(formatEmoji(read)).success).toBe(read.name !== null);
  }
});
