import { expect, test } from 'vitest';
import { readCsvRecords, renderCsv } from '../../src/index.ts';
import { readAll } from '../read.ts';

test('the columns are the fields of all records, in the order of their first appearance', async () => {
  expect(await renderCsv([{ a: 1 }, { b: 2, a: 3 }, { c: 4 }])).toBe(
    'a,b,c\r\n1,,\r\n3,2,\r\n,,4\r\n',
  );
});

test('no record is left out, even if a value has no text', async () => {
  expect(await renderCsv([{ a: Number.NaN }, { a: () => 1 }])).toBe(
    'a\r\n"(NaN, which has no text)"\r\n"(a function, which has no text)"\r\n',
  );
});

test('no records make an empty text', async () => {
  expect(await renderCsv([])).toBe('');
  expect(await renderCsv([{}])).toBe('');
});

test('it is the source of the next run', async () => {
  const failed = [
    { id: '123456789012345678', name: '=HYPERLINK("x")' },
    { id: '2', name: "'+1" },
  ];
  expect(await readAll(readCsvRecords(await renderCsv(failed)))).toEqual(failed);
});
