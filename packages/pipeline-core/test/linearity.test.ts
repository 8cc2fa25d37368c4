import { describe, expect, test } from 'vitest';
import { attempt } from './attempt.ts';

const mebibyte = 1024 * 1024;

describe('work grows in proportion to the data', () => {
  const list = (length: number) => ({
    l: Array.from({ length }, (_, index) => ({ id: `${100_000 + index}`, n: length - index })),
  });

  test.each([
    'l',
    'l[*].id',
    "l[?id == 'nope']",
    'l[].n | sum(@)',
    'to_string(l)',
    'map(&id, l) | join(`","`, @)',
    'l == l[:]',
    'reverse(l)[0]',
    'l[::-1] | length(@)',
    'max_by(l, &n).id',
    'contains(l, `"x"`)',
    'length(l)',
  ])('%s', (expression) => {
    const [small, large] = [1000, 10_000].map(
      (length) => attempt(`{{${expression}}}`, list(length)).spent,
    );
    expect((large ?? 0) / (small ?? 1)).toBeLessThan(11);
  });

  test.each(['sort_by(l, &n)[0]', 'sort(l[*].id)[0]'])('%s takes n log n', (expression) => {
    const [small, large] = [1000, 10_000].map(
      (length) => attempt(`{{${expression}}}`, list(length)).spent,
    );
    expect((large ?? 0) / (small ?? 1)).toBeLessThan(11 * (4 / 3));
  });
});

describe('scanning is linear on hostile text', () => {
  const parts = [
    '{{',
    '}}',
    '{',
    '}',
    "'",
    '"',
    '`',
    '\\',
    "{{'",
    '{{a}} ',
    "{{'a'}}",
    '}}{{',
    "{{\\'",
    '{{`{',
  ];

  /** The best time of some attempts, in milliseconds. */
  function best(text: string): number {
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      attempt(text, {});
      return performance.now() - started;
    });
    return Math.min(...times);
  }

  test.each(parts)('a mebibyte of %s takes no more than its share', (part) => {
    const small = best(part.repeat(mebibyte / 16 / part.length));
    const large = best(part.repeat(mebibyte / part.length));
    // 16 times the text. A quadratic scan would take 256 times as long, and seconds.
    expect(large).toBeLessThan(Math.max(small, 0.5) * 16 * 6);
  });

  test('a plain path of a mebibyte takes no more than its share', () => {
    const path = (length: number) => `{{a${'.a'.repeat(length / 2)}}}`;
    expect(best(path(mebibyte))).toBeLessThan(Math.max(best(path(mebibyte / 16)), 0.5) * 16 * 6);
  });

  test('a message about hostile text is short', () => {
    for (const part of parts) {
      const { error = '' } = attempt(part.repeat(100_000), {});
      expect(error.length).toBeLessThan(1000);
    }
  });
});

test('searching a crafted text is linear where the built-in search takes minutes', () => {
  const search = (length: number) => {
    const half = 'a'.repeat(length / 64);
    const scope = { s: 'a'.repeat(length), t: `${half}b${half}` };
    const times = Array.from({ length: 3 }, () => {
      const started = performance.now();
      expect(attempt('{{contains(s, t)}}', scope).value).toBe(false);
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  // 8 times the text: a quadratic search takes 64 times as long.
  expect(search(mebibyte / 2)).toBeLessThan(Math.max(search(mebibyte / 16), 0.5) * 8 * 4);
});
