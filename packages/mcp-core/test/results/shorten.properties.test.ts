import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMemoryResultStore } from '../../src/index.ts';
import { maximumAnswerBytes, shortenAnswer } from '../../src/results/shorten.ts';
import { fakeTool, ManualClock } from '../fakes.ts';

const rowsTool = fakeTool({ name: 'rows_list', output: () => z.object({}) });

const item = fc.record({ id: fc.string(), text: fc.string({ maxLength: 200, unit: 'grapheme' }) });
const list = (maximum: number) =>
  fc
    .tuple(fc.array(item, { maxLength: 10 }), fc.integer({ min: 0, max: maximum }))
    .map(([items, times]) => Array.from({ length: times }, () => items).flat());

test('a shortened answer fits, loses only whole items from the ends, and says where the rest is', () => {
  fc.assert(
    fc.property(list(400), list(40), fc.string(), (rows, more, note) => {
      const store = createMemoryResultStore({ clock: new ManualClock() });
      const whole = { rows, more, note };
      const { structured, resource } = shortenAnswer(whole, rowsTool, { store, caller: 'a' });
      if (resource === undefined) {
        expect(structured).toBe(whole);
        return;
      }
      expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(maximumAnswerBytes);
      const { rows: keptRows, more: keptMore } = structured as typeof whole;
      expect(rows.slice(0, keptRows.length)).toEqual(keptRows);
      expect(more.slice(0, keptMore.length)).toEqual(keptMore);
      expect(structured).toMatchObject({ note, truncated: true, resource });
      expect(JSON.parse(store.get('a', resource)?.json ?? '')).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});
