import { type DataRecord, UnreadableRecord } from '@guildline/pipeline-core';

type Page = readonly (DataRecord | UnreadableRecord)[];

/**
 * Pages in which the texts of some fields are read as JSON: the other way round of what a CSV file
 * makes of lists and objects. An empty text becomes null; a record with a text that is no JSON, or with
 * a number that would lose digits, cannot be read.
 */
export async function* parseJsonColumns(
  pages: AsyncGenerator<Page>,
  columns: readonly string[],
): AsyncGenerator<Page> {
  for await (const page of pages) {
    yield page.map((record) => parseRecord(record, columns));
  }
}

function parseRecord(
  record: DataRecord | UnreadableRecord,
  columns: readonly string[],
): DataRecord | UnreadableRecord {
  if (record instanceof UnreadableRecord) return record;
  const parsed = new Map<string, unknown>();
  for (const column of columns) {
    const text = Object.hasOwn(record, column) ? record[column] : undefined;
    if (typeof text !== 'string') continue;
    try {
      parsed.set(column, text === '' ? null : JSON.parse(text, keepDigits));
    } catch {
      const message = `The field ${JSON.stringify(column)} is no JSON, or has a number that loses digits. Mend it, or leave it out of json_columns.`;
      return new UnreadableRecord({ code: 'RECORD_UNREADABLE', message }, record);
    }
  }
  return { ...record, ...Object.fromEntries(parsed) };
}

function keepDigits(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError('The number loses digits.');
  }
  return value;
}
