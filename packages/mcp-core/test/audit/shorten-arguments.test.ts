import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenArguments } from '../../src/audit/shorten-arguments.ts';

test('what is short stays as it is', () => {
  const args = { id: '123', text: 'hi', count: 3, on: true, none: null, list: [1, { a: [] }] };
  expect(shortenArguments(args)).toEqual(args);
});

test('a long text is cut and says how long it was', () => {
  expect(shortenArguments({ text: 'x'.repeat(12_345) })).toEqual({
    text: `${'x'.repeat(500)}… (12345 characters)`,
  });
});

test('a long list says how much more it had', () => {
  const list = Array.from({ length: 200 }, (_, index) => index);
  expect(shortenArguments({ list })).toEqual({ list: [...list.slice(0, 20), '… 180 more'] });
});

test('a large object says how much more it had', () => {
  const large = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key${n}`, n]));
  const short = (shortenArguments({ large }) as { large: object }).large;
  expect(Object.keys(short)).toHaveLength(51);
  expect(short).toMatchObject({ key49: 49, '…': '10 more' });
});

test('a secret is gone before the cut, wherever the cut falls in it', () => {
  const token = `MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.${'s3cr3t'.repeat(6)}`;
  for (let before = 440; before <= 505; before += 1) {
    const text = `${'x'.repeat(before)} ${token} ${'y'.repeat(9000)}`;
    const short = JSON.stringify(shortenArguments({ text }));
    expect(short).not.toContain('MTIzNDU2');
    expect(short).not.toContain('s3cr3t');
  }
});

test('whatever stands below the name of a secret is replaced', () => {
  expect(
    shortenArguments({ token: 'a', password: 1234, secrets: { x: ['b', null, true] } }),
  ).toEqual({
    token: '[redacted]',
    password: '[redacted]',
    secrets: { x: ['[redacted]', null, true] },
  });
});

test('what nests deep is left out below a depth', () => {
  let deep: unknown = 'bottom';
  for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
  expect(JSON.stringify(shortenArguments({ deep }))).toBe(
    `{"deep":${'['.repeat(11)}"…"${']'.repeat(11)}}`,
  );
});

test('what is no JSON does no harm', () => {
  expect(shortenArguments({ big: 10n, gone: undefined, call: () => 1, list: [undefined] })).toEqual(
    {
      big: '10',
      list: [null],
    },
  );
});

test('however large the arguments are, what is written of them stays small', () => {
  const wide = (depth: number): unknown =>
    depth === 0
      ? 'z'.repeat(1000)
      : Object.fromEntries(
          Array.from({ length: 60 }, (_, n) => [
            `key${n}`,
            depth > 2 ? 'x'.repeat(300) : wide(depth - 1),
          ]),
        );
  const files = Array.from({ length: 10 }, () => ({ base64: 'A'.repeat(1_000_000) }));
  for (const args of [{ wide: wide(2) }, { files }, { list: Array(20).fill(wide(2)) }]) {
    expect(JSON.stringify(shortenArguments(args)).length).toBeLessThan(64 * 1024);
  }
});

test('any JSON is shortened to JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
      const json = JSON.stringify(shortenArguments(args));
      expect(JSON.stringify(JSON.parse(json))).toBe(json);
    }),
    { numRuns: 300 },
  );
});
