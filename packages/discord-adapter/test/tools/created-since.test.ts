import { describe, expect, test } from 'vitest';
import { createdAt, idAt, judgeCreated } from '../../src/tools/created-since.ts';

const since = Date.parse('2030-01-01T12:00:00Z');
const at = (milliseconds: number) => ({ id: idAt(since + milliseconds) });
const judge = (...offsets: number[]) =>
  judgeCreated(offsets.map(at), since, ({ id }) => createdAt(id) - since);

test('an id tells when it was made, and a time which id is the first of it', () => {
  expect(new Date(createdAt('175928847299117063')).toISOString()).toBe('2016-04-30T11:18:25.796Z');
  expect(createdAt(idAt(since))).toBe(since);
  expect(idAt(0)).toBe('0');
});

describe('what became of a creation', () => {
  test('one match made promptly is its result', () => {
    expect(judge(0)).toEqual({ outcome: 'applied', result: 0 });
    expect(judge(120_000)).toEqual({ outcome: 'applied', result: 120_000 });
  });

  test('no match near it means that nothing was created', () => {
    expect(judge()).toEqual({ outcome: 'absent' });
    expect(judge(-60_001)).toEqual({ outcome: 'absent' });
    expect(judge(3_600_001)).toEqual({ outcome: 'absent' });
  });

  test.each([
    ['two matches', [0, 1]],
    ['one from just before, which clocks that differ can explain', [-1]],
    ['one from so late that another caller may have made it', [120_001]],
    ['a prompt one and one from just before', [-30_000, 10]],
  ])('%s leave it unsure', (_, offsets) => {
    expect(judge(...offsets)).toEqual({ outcome: 'unsure' });
  });

  test('an old match does not get in the way of a new one', () => {
    expect(judge(-3_600_000, 10)).toEqual({ outcome: 'applied', result: 10 });
  });
});
