import { expect, test } from 'vitest';
import { Budget, compileArguments, fillArguments, runRecordPipeline } from '../../../src/index.ts';
import { FakeClock } from '../../fakes.ts';
import { compile } from '../compile/compile.ts';
import { list, rendered, words } from './words.ts';

test('100,000 records go through filter, transform and terminal, few of them at a time', async () => {
  const total = 100_000;
  let given = 0;
  let taken = 0;
  let most = 0;
  const source = async function* () {
    for (let from = 0; from < total; from += 250) {
      yield Array.from({ length: 250 }, (_, index) => ({ n: from + index, name: `no. ${from}` }));
      given += 250;
      most = Math.max(most, given - taken);
    }
  };
  let length = 0;
  const pipeline = compile(
    {
      steps: [
        { ...list, transform: 'Even' },
        {
          transform: 'RecordToRecord',
          transformSettings: { fields: { label: '{{n}}: {{name}}' } },
        },
        rendered,
      ],
    },
    words,
  );
  const result = await runRecordPipeline(pipeline, {
    source,
    call: async () => ({ ok: true, result: null }),
    artifact: {
      get length() {
        return length;
      },
      write: async (chunk) => {
        length += String(chunk).length;
      },
      truncate: async () => {},
    },
    clock: new FakeClock(),
    maxRecords: total,
    onProgress: ({ processed }) => {
      taken = processed;
    },
  });
  expect(result).toMatchObject({
    status: 'completed',
    truncated: false,
    counts: { read: total, dropped: total / 2, rows: total / 2 },
  });
  expect(length).toBeGreaterThan(1_000_000);
  expect(most).toBeLessThanOrEqual(1250);
});

test('filling the settings of a record takes work in proportion to it', () => {
  const compiled = compileArguments({ a: '{{list}}', b: 'has {{list}}', c: '{{name}}' });
  const spent = (size: number) => {
    const budget = new Budget();
    const list = Array.from({ length: size }, (_, index) => ({ id: `${index}` }));
    fillArguments(compiled, { list, name: 'x' }, budget);
    return budget.spent;
  };
  expect(spent(10_000) / spent(1000)).toBeLessThan(11);
});
