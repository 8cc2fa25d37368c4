import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toColumnWidths } from '../../src/pdf/column-widths.ts';
import { wrapText } from '../../src/pdf/wrap-text.ts';

/** Every letter is as wide as its place in this list. */
function measure(text: string): number {
  return [...text].reduce((sum, letter) => sum + ' iaW😀'.indexOf(letter) + 1, 0);
}

const text = fc.string({ unit: fc.constantFrom(' ', 'i', 'a', 'W', '😀', '\n'), maxLength: 60 });

describe('wrapped lines', () => {
  test('fit the width, unless a single letter does not', async () => {
    await fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (value, width) => {
        for (const line of wrapText(value, width, measure)) {
          expect(measure(line) <= width || [...line].length === 1).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('have every letter of the text, in order, and lose only spaces', async () => {
    await fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (value, width) => {
        const lines = wrapText(value, width, measure);
        expect(lines.join('').replaceAll(' ', '')).toBe(value.replaceAll(/[ \n]/g, ''));
        expect(lines.length).toBeGreaterThanOrEqual(value.split('\n').length);
      }),
      { numRuns: 500 },
    );
  });

  test('are the text itself if it fits', () => {
    expect(wrapText('  a i  ', 100, measure)).toEqual(['  a i  ']);
    expect(wrapText('', 10, measure)).toEqual(['']);
  });

  test('break at spaces first', () => {
    expect(wrapText('aa ii WWW', 7, measure)).toEqual(['aa', 'ii', 'W', 'W', 'W']);
  });
});

describe('column widths', () => {
  const needs = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 16 });

  test('fill no more than there is, and give every column what it needs if they fit', async () => {
    await fc.assert(
      fc.property(needs, fc.integer({ min: 1, max: 800 }), (needed, available) => {
        const widths = toColumnWidths(needed, available);
        const sum = widths.reduce((total, width) => total + width, 0);
        const wanted = needed.reduce((total, width) => total + width, 0);
        expect(sum).toBeLessThanOrEqual(available + 1e-6);
        for (const [index, width] of widths.entries()) {
          const need = needed[index] ?? 0;
          if (wanted <= available) expect(width).toBeGreaterThanOrEqual(need);
          else expect(width).toBeLessThanOrEqual(need);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a narrow column keeps its width beside wide ones', () => {
    expect(toColumnWidths([400, 30, 400], 330)).toEqual([150, 30, 150]);
  });
});
