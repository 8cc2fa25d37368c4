import { pipeline, Readable } from 'node:stream';
import { type DataRecord, RecordError, UnreadableRecord } from '@guildline/pipeline-core';
import { decodeText, type TextSource } from '../text/decode-text.ts';
import { type ReadOptions, toReadLimits } from '../text/read-limits.ts';
import { toPages } from '../text/to-pages.ts';
import { csvColumnLimits } from './csv-settings.ts';
import { unguardFormula } from './formula-guard.ts';

/** How a CSV text is read. */
export interface CsvReadOptions extends ReadOptions {
  /** What stands between cells. Defaults to a comma. */
  readonly delimiter?: string;
}

/** A row, and the line of the text at which it ends. */
interface CsvRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * The records of a CSV text, in pages. The first row names the fields; every value stays a text,
 * so that no id is rounded; empty lines are skipped, and the apostrophe that guards against formulas is
 * taken away. A row with too few or too many cells becomes an `UnreadableRecord` that names its line.
 *
 * @throws RecordError if there is no header row, a field is named twice, a row is too long, or
 * quotes do not match: what follows could not be told apart any more.
 */
export function readCsvRecords(
  source: TextSource,
  options: CsvReadOptions = {},
): AsyncGenerator<readonly (DataRecord | UnreadableRecord)[]> {
  return toPages(readRows(source, options), toReadLimits(options).pageSize);
}

async function* readRows(
  source: TextSource,
  options: CsvReadOptions,
): AsyncGenerator<DataRecord | UnreadableRecord> {
  let names: readonly string[] | undefined;
  for await (const { record: cells, info } of parseRows(source, options)) {
    if (names) yield toRecord(cells, names, info.lines);
    else names = toHeader(cells);
  }
  if (!names) refuse('The CSV text is empty. Its first row must name the fields.');
}

async function* parseRows(source: TextSource, options: CsvReadOptions): AsyncGenerator<CsvRow> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter: options.delimiter ?? ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: toReadLimits(options).recordLength,
  });
  // What goes wrong on the way ends the parser, and so comes out of the loop.
  pipeline(Readable.from(decodeText(source)), parser, () => {});
  try {
    for await (const row of parser) yield row as CsvRow;
  } catch (error) {
    throw toRecordError(error, options);
  }
}

function toHeader(cells: readonly string[]): readonly string[] {
  const names = cells.map(unguardFormula);
  if (names.length > csvColumnLimits.count) {
    refuse(`The CSV text has ${names.length} columns; ${csvColumnLimits.count} are possible.`);
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    refuse(
      `The first row of the CSV text names ${JSON.stringify(twice)} twice. Rename one of them.`,
    );
  }
  return names;
}

function toRecord(
  cells: readonly string[],
  names: readonly string[],
  line: number,
): DataRecord | UnreadableRecord {
  // Not by assignment: a field may be named __proto__.
  const record = Object.fromEntries(
    cells.map((cell, index) => [names[index] ?? `column_${index + 1}`, unguardFormula(cell)]),
  );
  if (cells.length === names.length) return record;
  const message = `The row that ends at line ${line} has ${cells.length} cells; the first row names ${names.length} fields. Mend the row; a cell with a delimiter in it needs quotes.`;
  return new UnreadableRecord({ code: 'RECORD_UNREADABLE', message }, record);
}

const descriptions: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  INVALID_OPENING_QUOTE: 'a quote stands in the middle of a cell without quotes',
  CSV_INVALID_CLOSING_QUOTE:
    'something follows a closing quote; a quote inside quotes is written twice',
};

function toRecordError(error: unknown, options: CsvReadOptions): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('lines' in error)) return error;
  const code = String(error.code);
  const description =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `a row is longer than ${toReadLimits(options).recordLength} bytes; is a quote missing before it?`
      : (descriptions[code] ?? code);
  return new RecordError(
    'RECORD_SOURCE_INVALID',
    `The CSV text cannot be read at line ${String(error.lines)}: ${description}.`,
  );
}

function refuse(message: string): never {
  throw new RecordError('RECORD_SOURCE_INVALID', message);
}
