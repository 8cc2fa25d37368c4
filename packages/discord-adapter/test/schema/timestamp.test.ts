import { expect, test } from 'vitest';
import * as z from 'zod';
import { timestamp, toTimestamp } from '../../src/schema/timestamp.ts';

test.each([
  ['2030-01-01T17:00:00.123456+00:00', '2030-01-01T17:00:00.123Z'],
  ['2030-01-01T17:00:00Z', '2030-01-01T17:00:00.000Z'],
  ['2030-01-01T19:00:00+02:00', '2030-01-01T17:00:00.000Z'],
])('%s is written as %s', (time, expected) => {
  expect(toTimestamp(time)).toBe(expected);
});

test('no time is null', () => {
  expect(toTimestamp(null)).toBeNull();
  expect(toTimestamp(undefined)).toBeNull();
});

test.each(['2030-01-01T17:00:00Z', '2030-01-01T17:00:00.5+02:00', '2030-01-01T17:00Z'])(
  '%s is a time',
  (text) => {
    expect(timestamp().safeParse(text).success).toBe(true);
  },
);

test.each(['tomorrow', '2030-01-01', '2030-01-01T17:00:00', '2030-13-01T17:00:00Z', '1893517200'])(
  '%s is refused, with an example of a time',
  (text) => {
    const { error } = timestamp().safeParse(text);
    expect(error?.issues[0]?.message).toContain('2030-01-01T17:00:00Z');
  },
);

test('it is published as a date-time, without a pattern of the calendar', () => {
  const { $schema: _, ...published } = z.toJSONSchema(timestamp());
  expect(published).toEqual({ type: 'string', format: 'date-time' });
});
