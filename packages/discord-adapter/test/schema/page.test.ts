import { expect, test } from 'vitest';
import { cursor, limit, nextCursor } from '../../src/schema/page.ts';

const items = ['3', '5', '8'];
const cursorOf = (item: string) => item;

test('a full page ends with the cursor of its last item', () => {
  expect(nextCursor(items, 3, cursorOf)).toEqual({ next_cursor: '8' });
});

test('a page that is not full is the last', () => {
  expect(nextCursor(items, 4, cursorOf)).toEqual({});
  expect(nextCursor([], 1, cursorOf)).toEqual({});
});

test('a limit has a default and bounds', () => {
  expect(limit(100, 50).parse(undefined)).toBe(50);
  for (const wrong of [0, 101, 1.5, '5']) {
    expect(limit(100, 50).safeParse(wrong).success).toBe(false);
  }
});

test('a cursor that the list cannot have given is refused, with what to pass', () => {
  expect(cursor().safeParse('123').success).toBe(true);
  expect(cursor().safeParse('page 2').error?.issues[0]?.message).toContain('next_cursor');
});
