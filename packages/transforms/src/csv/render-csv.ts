import type { DataRecord } from '@guildline/pipeline-core';
import { Columns } from '../table/columns.ts';
import { toCellText } from '../table/to-cell-text.ts';
import { csvColumnLimits } from './csv-settings.ts';
import { CsvWriter } from './csv-writer.ts';
import { toGuardedText } from './formula-guard.ts';

/**
 * One CSV text of records that may have different fields: its columns are all of them, in the order in
 * which they first appear. For lists that are held in memory anyway, such as the failed records of
 * a run; `readCsvRecords` reads it back. No record is left out: of a value that has no text (NaN, a
 * circle) its cell says so.
 */
export async function renderCsv(records: readonly DataRecord[]): Promise<string> {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  if (names.size === 0) return '';
  const columns = new Columns({
    chosen: [...names],
    limits: csvColumnLimits,
    toText: toGuardedText,
  });
  let text = '';
  const sink = {
    write: async (piece: string | Uint8Array) => {
      text += String(piece);
    },
  };
  const format = { delimiter: ',', bom: false };
  const writer = await CsvWriter.create({ columns, format, sink, hasHeader: false });
  await writer.write(records.map(replaceWithoutText));
  return text;
}

function replaceWithoutText(record: DataRecord): DataRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const cell = toCellText(value);
      return [name, 'problem' in cell ? `(${cell.problem})` : value];
    }),
  );
}
