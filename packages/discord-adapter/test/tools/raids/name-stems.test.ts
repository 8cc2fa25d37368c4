import { expect, test } from 'vitest';
import { findNameStems } from '../../../src/tools/raids/name-stems.ts';
import { aCandidate } from './a-candidate.ts';

const named = (username: string, global_name: string | null = null) =>
  aCandidate({ username, global_name });

test('names that differ in what is counted at their end have one stem', () => {
  const list = ['Free_Nitro_1', 'free_nitro_27', 'free_nitro', 'free_nitro..3'].map((name) =>
    named(name),
  );
  expect(findNameStems(list)).toEqual([{ stem: 'free_nitro', count: 4 }]);
});

test('the most common stems come first, and no more than five', () => {
  const list = Array.from({ length: 40 }, (_, index) =>
    named(`stem${'abcdefg'[index % 7]}${index}`),
  );
  const stems = findNameStems([...list, named('stemc'), named('stemc')]);
  expect(stems).toHaveLength(5);
  expect(stems[0]).toEqual({ stem: 'stemc', count: 8 });
});

test('a display name counts beside the username, and each stem once for each candidate', () => {
  const list = [
    named('x1q', 'Gift Drop 1'),
    named('k9z', 'gift drop 22'),
    named('gift drop', 'Gift Drop'),
  ];
  expect(findNameStems(list)).toEqual([{ stem: 'gift drop', count: 3 }]);
});

test('what is too short or only one has is no stem', () => {
  expect(findNameStems([named('ab1'), named('ab2'), named('1234'), named('alone')])).toEqual([]);
});
