import { describe, expect, test } from 'vitest';
import { readCsvRecords } from '../../src/index.ts';
import { cutText, readAll } from '../read.ts';

test('the first row names the fields, and every value is a text', async () => {
  const csv = 'id,count,empty\n123456789012345678,007,\n1e3,"a,""b""",\n';
  expect(await readAll(readCsvRecords(csv))).toEqual([
    { id: '123456789012345678', count: '007', empty: '' },
    { id: '1e3', count: 'a,"b"', empty: '' },
  ]);
});

test.each([
  ['a byte order mark', '\uFEFFa,b\n1,2'],
  ['CRLF', 'a,b\r\n1,2\r\n'],
  ['CR', 'a,b\r1,2\r'],
  ['mixed line ends', 'a,b\r\n1,2\n'],
  ['empty lines', '\n\na,b\n\r\n1,2\n\n'],
  ['quotes around everything', '"a","b"\n"1","2"\n'],
])('%s is borne', async (_, csv) => {
  expect(await readAll(readCsvRecords(csv))).toEqual([{ a: '1', b: '2' }]);
  expect(await readAll(readCsvRecords(cutText(csv, [1])))).toEqual([{ a: '1', b: '2' }]);
});

test('a delimiter can be given', async () => {
  expect(await readAll(readCsvRecords('a;b\n1;2,3', { delimiter: ';' }))).toEqual([
    { a: '1', b: '2,3' },
  ]);
});

test('a field may be named __proto__', async () => {
  const [record] = await readAll(readCsvRecords('__proto__,a\nx,1'));
  expect(JSON.stringify(record)).toBe('{"__proto__":"x","a":"1"}');
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
});

test('a row with too few or too many cells fails by itself and names its line', async () => {
  const items = await readAll(readCsvRecords('a,b\n1,2\n3\n"x\ny",4\n5,6,7\n8,9\n'));
  expect(items).toEqual([
    { a: '1', b: '2' },
    {
      failure: {
        code: 'RECORD_UNREADABLE',
        message: expect.stringContaining('line 3 has 1 cells'),
      },
      source: { a: '3' },
    },
    { a: 'x\ny', b: '4' },
    {
      failure: {
        code: 'RECORD_UNREADABLE',
        message: expect.stringContaining('line 6 has 3 cells'),
      },
      source: { a: '5', b: '6', column_3: '7' },
    },
    { a: '8', b: '9' },
  ]);
});

describe('what cannot be told apart ends the source', () => {
  test.each([
    ['nothing', '', 'is empty'],
    ['only empty lines', '\n\n', 'is empty'],
    ['a field that is named twice', 'a,b,a\n1,2,3', 'names "a" twice'],
    ['two fields without a name', 'a,,\n1,2,3', 'names "" twice'],
    ['a quote that is never closed', 'a\n"x\ny\n', 'a quote is opened and never closed'],
    ['a quote in the middle', 'a\nx"y\n', 'at line 2: a quote stands in the middle'],
    ['text after a quote', 'a\n"x"y\n', 'at line 2: something follows a closing quote'],
    ['a row that is too long', `a\n${'x'.repeat(200)}\n`, 'line 2: a row is longer than 100 bytes'],
    ['a header that is too long', 'x'.repeat(200), 'line 1: a row is longer than 100 bytes'],
  ])('%s', async (_, csv, message) => {
    await expect(readAll(readCsvRecords(csv, { recordLength: 100 }))).rejects.toMatchObject({
      name: 'RecordError',
      code: 'RECORD_SOURCE_INVALID',
      message: expect.stringContaining(message),
    });
  });

  test('more columns than anyone needs', async () => {
    const csv = Array.from({ length: 1_001 }, (_, n) => n).join();
    await expect(readAll(readCsvRecords(csv))).rejects.toThrow('1001 columns');
  });

  test('bytes that are not UTF-8', async () => {
    for (const bytes of [
      Buffer.from('a\nGr\xFC\xDFe', 'latin1'),
      Buffer.from('\uFEFFa', 'utf16le'),
    ]) {
      await expect(readAll(readCsvRecords([bytes]))).rejects.toThrow('not UTF-8');
    }
  });

  test('a source that breaks breaks the reading with its own error', async () => {
    async function* breaking() {
      yield 'a\n1\n';
      throw new Error('disk gone');
    }
    await expect(readAll(readCsvRecords(breaking()))).rejects.toThrow('disk gone');
  });
});

test('reading stops the source when nobody wants more, and holds only a little of it', async () => {
  let read = 0;
  let isClosed = false;
  async function* endless() {
    try {
      yield 'a,b\n';
      for (;;) {
        read += 1;
        yield '1,2\n'.repeat(1_000);
      }
    } finally {
      isClosed = true;
    }
  }
  for await (const page of readCsvRecords(endless(), { pageSize: 10 })) {
    expect(page).toHaveLength(10);
    break;
  }
  expect(read).toBeLessThan(100);
  // The stream in between closes its source in its own time.
  await expect.poll(() => isClosed).toBe(true);
});

test('pages are full but for the last', async () => {
  const csv = `a\n${'1\n'.repeat(25)}`;
  const sizes: number[] = [];
  for await (const page of readCsvRecords(csv, { pageSize: 10 })) sizes.push(page.length);
  expect(sizes).toEqual([10, 10, 5]);
});
