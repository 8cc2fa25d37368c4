import { stemmer } from 'stemmer';
import { describe, expect, test } from 'vitest';
import { QueryReader } from '../../src/search/query-reader.ts';

const synonyms = {
  boards_delete: '^tear down … board, bin',
  delete: 'get rid of, scrap',
  note: 'memo',
};
const vocabulary = ['board', 'note', 'delete', 'announcement', 'calendar'];
const reader = new QueryReader([synonyms], vocabulary, stemmer);

function weightsOf(sentence: string): Record<string, number> {
  return Object.fromEntries(reader.read(sentence).weights);
}

describe('terms', () => {
  test('are the stems of words, without those that every sentence has', () => {
    expect(weightsOf('Please delete all of the Boards')).toEqual({ delet: 1, all: 1, board: 1 });
  });

  test('of a word that means another are both, the meaning less', () => {
    const { memo, note } = weightsOf('memo');
    expect(memo).toBe(1);
    expect(note).toBeLessThan(1);
    expect(note).toBeGreaterThan(0);
  });

  test('of a phrase are what it means, in place of its words', () => {
    expect(Object.keys(weightsOf('get rid of board'))).toEqual(['delet', 'board']);
  });

  test('of a phrase with a gap are what it means beside the words', () => {
    const terms = Object.keys(weightsOf('tear down the old red board'));
    expect(terms).toContain('boards_delete');
    expect(terms).toContain('red');
  });

  test('of a phrase need its words near each other and in their order', () => {
    expect(weightsOf('tear down big old red wooden round board')).not.toHaveProperty(
      'boards_delete',
    );
    expect(weightsOf('tear board down')).not.toHaveProperty('boards_delete');
    expect(weightsOf('tear down')).not.toHaveProperty('boards_delete');
  });

  test('of a phrase for the beginning count only there, behind what says nothing', () => {
    expect(weightsOf('can you please tear down a board')).toHaveProperty('boards_delete');
    expect(weightsOf('when did we tear down a board')).not.toHaveProperty('boards_delete');
  });

  test('behind a preposition count less: they say where, not what', () => {
    const weights = weightsOf('delete board for note');
    expect(weights['note']).toBeLessThan(weights['board'] as number);
  });

  test('that are said twice in other words count more than once said, and less than twice', () => {
    const [once, twice] = [weightsOf('scrap'), weightsOf('scrap bin delete')];
    expect(twice['delet']).toBeGreaterThan(1);
    expect(twice['delet']).toBeLessThan(1 + (once['delet'] as number));
  });
});

test.each([
  ['anouncement', 'announcement'],
  ['annoucnement', 'announcement'],
  ['calender', 'calendar'],
  ['calednar', 'calendar'],
])('%s is taken for %s', (written, meant) => {
  expect(weightsOf(written)).toEqual(weightsOf(meant));
});

test.each(['bored', 'nite', 'somewhere', 'Ünterwelt'])(
  'a word that is known in another form, short or far from all others stays as it is: %s',
  (word) => {
    expect(Object.keys(weightsOf(word))).toEqual([stemmer(word.toLowerCase())]);
  },
);

test.each([
  ['which boards are there', 'look'],
  ['could you show me a board', 'look'],
  ['get the note', 'look'],
  ['delete the note', 'change'],
  ['get rid of the note', 'change'],
  ['board', undefined],
  ['', undefined],
])('"%s" wants to %s', (sentence, wants) => {
  expect(reader.read(sentence).wants).toBe(wants);
});

test('an emoji is the word emoji, and digits are none', () => {
  expect(weightsOf('👍🏽 5')).toMatchObject({ emoji: expect.any(Number), 5: 1 });
});

test('a phrase that begins with a gap is refused when it is learnt', () => {
  expect(() => new QueryReader([{ note: '… memo' }], [], stemmer)).toThrow(TypeError);
});
