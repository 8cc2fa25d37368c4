import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '../../src/csv/formula-guard.ts';
import { RecordSetToCSVStringSet, readCsvRecords, renderCsv } from '../../src/index.ts';
import { createPorts, withTransform } from '../apply.ts';
import { cutText, readAll } from '../read.ts';

/** Texts that CSV and spreadsheets find difficult, mixed with any others. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`'"=+-@,;|\t\r\n \uFEFF\uFF1D\\a1é😀`) }),
  fc.string({ unit: 'grapheme' }),
);

/** Records that all have the same fields. */
const table = fc.uniqueArray(text, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc.array(
    fc
      .tuple(...names.map(() => text))
      .map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))),
    { minLength: 1, maxLength: 12 },
  ),
);

test('what was written reads back identically, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.array(fc.nat(40)), async (records, cuts) => {
      const csv = await renderCsv(records);
      expect(await readAll(readCsvRecords(cutText(csv, cuts)))).toEqual(records);
    }),
    { numRuns: 150 },
  );
});

test('another reader sees the guarded cells, whatever the delimiter', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (records, delimiter) => {
      const ports = createPorts();
      await withTransform(
        RecordSetToCSVStringSet,
        { delimiter },
        (open) => open.apply(records, records),
        ports,
      );
      const names = Object.keys(records[0] ?? {});
      expect(
        parse(ports.chunks.join(''), { bom: true, delimiter, record_delimiter: '\r\n' }),
      ).toEqual(
        [names, ...records.map((record) => names.map((name) => record[name] ?? ''))].map((cells) =>
          cells.map(guardFormula),
        ),
      );
    }),
    { numRuns: 150 },
  );
});

test('a guarded text is never a formula, and loses its guard exactly', async () => {
  await fc.assert(
    fc.property(text, (value) => {
      const guarded = guardFormula(value);
      expect(guarded).not.toMatch(/^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/);
      expect(unguardFormula(guarded)).toBe(value);
    }),
    { numRuns: 1_000 },
  );
});
