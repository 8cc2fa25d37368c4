import { isDeepStrictEqual } from 'node:util';
import { search } from '@jmespath-community/jmespath';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Budget } from '../../src/index.ts';
import { compareText, countCodePoints, reverseText } from '../../src/jmespath/code-points.ts';
import { equals } from '../../src/jmespath/equals.ts';
import { findText } from '../../src/jmespath/find-text.ts';
import { sliceList } from '../../src/jmespath/slice.ts';
import { writeJson } from '../../src/jmespath/write-json.ts';
import { copyValue } from '../../src/template/copy-value.ts';

const json = fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' });
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', '😀', '\ud83d', '\ude00', '\uff5e'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
});
const runs = { numRuns: 300 };

/** A fresh, generous budget. */
function budget(): Budget {
  return new Budget();
}

test('JSON is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(writeJson(value, budget())).toBe(JSON.stringify(value));
    }),
    runs,
  );
});

test('a copy equals its original, own "__proto__" keys included, and prints the same', () => {
  fc.assert(
    fc.property(json, (value) => {
      const copy = copyValue(value, budget());
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
    }),
    runs,
  );
});

test('values are equal when deep equality says so', () => {
  fc.assert(
    fc.property(json, json, (left, right) => {
      const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
      expect(equals(left, right, budget())).toBe(isDeepStrictEqual(plain(left), plain(right)));
      expect(equals(left, plain(left), budget())).toBe(true);
    }),
    runs,
  );
});

describe('text is handled by code points', () => {
  test('order', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const points = (value: string) => Array.from(value, (one) => one.codePointAt(0) ?? 0);
        const [first, second] = [points(left), points(right)];
        const at = first.findIndex((point, index) => point !== second[index]);
        const expected =
          at === -1 ? first.length - second.length : (first[at] ?? 0) - (second[at] ?? -1);
        expect(Math.sign(compareText(left, right, budget()))).toBe(Math.sign(expected));
      }),
      runs,
    );
  });

  test('length and reversal', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(countCodePoints(value, budget())).toBe(Array.from(value).length);
        expect(reverseText(value, budget())).toBe(Array.from(value).reverse().join(''));
      }),
      runs,
    );
  });

  test('reversal of long text, with pairs on the borders of its pieces', () => {
    for (const long of ['😀'.repeat(5000), `a${'😀'.repeat(5000)}`, `${'ab'.repeat(5000)}😀`]) {
      expect(reverseText(long, budget())).toBe(Array.from(long).reverse().join(''));
    }
  });
});

test('text is found when it is there, long or short', () => {
  const ab = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 200 });
  fc.assert(
    fc.property(ab, ab, fc.nat(150), fc.nat(80), (haystack, other, start, length) => {
      const part = haystack.slice(start, start + length);
      expect(findText(haystack, part, budget())).toBe(true);
      expect(findText(haystack, other, budget())).toBe(haystack.includes(other));
      expect(findText(haystack, `${part}c`, budget())).toBe(false);
    }),
    runs,
  );
});

test('a slice has the items that the library gives', () => {
  const border = fc.option(fc.integer({ min: -8, max: 8 }), { nil: null });
  const steps = fc.option(fc.constantFrom(-4, -3, -2, -1, 1, 2, 3, 4), { nil: null });
  fc.assert(
    fc.property(fc.nat(6), border, border, steps, (length, start, stop, step) => {
      const list = Array.from({ length }, (_, index) => index);
      const expected = search(list, `[${start ?? ''}:${stop ?? ''}:${step ?? ''}]`);
      expect(sliceList(list, { type: 'slice', start, stop, step }, budget())).toEqual(expected);
    }),
    runs,
  );
});
