import { expect, test } from 'vitest';
import { toSummary } from '../../src/index.ts';

test.each([
  ['Posts a note. Needs a board.', 'Posts a note.'],
  ['Posts a note; the board keeps it.', 'Posts a note.'],
  ['Posts a note\nto a board.', 'Posts a note to a board.'],
  ['Costs 1.5 credits. No more.', 'Costs 1.5 credits.'],
  ['No end', 'No end'],
  ['', ''],
])('the summary of %j is %j', (description, summary) => {
  expect(toSummary(description)).toBe(summary);
});

test('a long sentence is cut', () => {
  const summary = toSummary(`${'x'.repeat(500)}.`);
  expect(summary).toHaveLength(200);
  expect(summary.endsWith('…')).toBe(true);
});
