import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RecordSetToJSONLines, readJsonLines } from '../../src/index.ts';
import { createPorts, toMessage, withTransform } from '../apply.ts';
import { cutText, readAll } from '../read.ts';

async function render(values: readonly unknown[]) {
  const ports = createPorts();
  const outcomes = await withTransform(
    RecordSetToJSONLines,
    {},
    async (open) => {
      const given = await open.apply(values, values);
      await open.finish();
      return given;
    },
    ports,
  );
  return { text: ports.chunks.join(''), messages: outcomes.map(toMessage), chunks: ports.chunks };
}

describe('writing', () => {
  test('gives one object a line, with every field as it is', async () => {
    const { text } = await render([
      { id: '123456789012345678', roles: ['1'] },
      { a: 'two\nlines' },
    ]);
    expect(text).toBe('{"id":"123456789012345678","roles":["1"]}\n{"a":"two\\nlines"}\n');
  });

  test('what is no object fails by itself', async () => {
    const circle: unknown[] = [];
    circle.push(circle);
    const { text, messages } = await render([1, null, [1], { circle }, { a: 1 }]);
    expect(text).toBe('{"a":1}\n');
    expect(messages.slice(0, 4)).toEqual(
      new Array(4).fill(expect.stringContaining('no object that can be written as JSON')),
    );
  });

  test('leaves in pieces, and all of it before a suspension', async () => {
    const values = Array.from({ length: 100 }, () => ({ text: 'x'.repeat(10_000) }));
    expect((await render(values)).chunks.length).toBeGreaterThan(10);
    const ports = createPorts();
    await withTransform(
      RecordSetToJSONLines,
      {},
      async (open) => {
        await open.apply([{ a: 1 }], [{}]);
        expect(await open.suspend?.()).toEqual({});
      },
      ports,
    );
    expect(ports.chunks).toEqual(['{"a":1}\n']);
  });

  test('has no settings', () => {
    expect(RecordSetToJSONLines.checkSettings({ columns: ['a'] })).toEqual([
      { path: ['columns'], message: 'This is unknown; there is none.' },
    ]);
  });
});

describe('reading', () => {
  test('what was written reads back identically, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { noNullPrototype: true }),
        ),
        fc.array(fc.nat(40)),
        async (records, cuts) => {
          const wanted = JSON.parse(JSON.stringify(records)) as unknown;
          const { text } = await render(records);
          expect(await readAll(readJsonLines(cutText(text, cuts)))).toEqual(wanted);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a byte order mark, CRLF and empty lines are borne', async () => {
    expect(await readAll(readJsonLines('\uFEFF{"a":1}\r\n\r\n \n{"a":2}'))).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    expect(await readAll(readJsonLines(''))).toEqual([]);
  });

  test.each([
    ['{"a":', 'Line 2 is no JSON object'],
    ['[1]', 'Line 2 is no JSON object'],
    ['null', 'Line 2 is no JSON object'],
    ['"text"', 'Line 2 is no JSON object'],
    [
      '{"id":123456789012345678}',
      'Line 2 has the number 123456789012345678, which loses digits. Write it as a text',
    ],
    ['{"a":[{"b":-9007199254740993}]}', 'Line 2 has the number -9007199254740993'],
  ])('%s fails by itself and names its line', async (line, message) => {
    const [before, failed, after] = await readAll(readJsonLines(`{"n":1}\n${line}\n{"n":3}`));
    expect([before, after]).toEqual([{ n: 1 }, { n: 3 }]);
    expect(failed).toEqual({
      failure: { code: 'RECORD_UNREADABLE', message: expect.stringContaining(message) },
      source: { line },
    });
  });

  test.each([
    '{"id":"123456789012345678"}',
    '{"note":"call \\"1234567890123456789\\" now"}',
    '{"float":0.12345678901234567}',
    '{"safe":9007199254740991}',
    '{"e":1234567890123456789e-10}',
  ])('%s loses nothing', async (line) => {
    expect(await readAll(readJsonLines(line))).toEqual([JSON.parse(line)]);
  });

  test('a line that is too long ends the source, at once', async () => {
    async function* endless() {
      for (;;) yield 'x'.repeat(1_000);
    }
    await expect(readAll(readJsonLines(endless(), { recordLength: 10_000 }))).rejects.toThrow(
      'Line 1 is longer than 10000 characters',
    );
  });

  test('letters that are cut in two pieces of text stay whole', async () => {
    expect(await readAll(readJsonLines(['{"a":"\uD83D', '\uDE00"}']))).toEqual([{ a: '😀' }]);
  });
});
