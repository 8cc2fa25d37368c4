import type { ArtifactSink, TransformOutcome } from '@guildline/pipeline-core';
import { toFailure } from '../settings/to-failure.ts';
import type { Columns, Row } from '../table/columns.ts';
import { pieceLength } from '../text/create-pieces.ts';
import type { CsvFormat } from './csv-settings.ts';
import { guardFormula } from './formula-guard.ts';

/** Turns rows of cells into CSV text. */
type StringifyRows = (rows: readonly (readonly string[])[]) => string;

/** Writes records as CSV: RFC 4180 with a header row, each piece as soon as it is full. */
export class CsvWriter {
  readonly #columns: Columns;
  readonly #sink: ArtifactSink;
  readonly #format: CsvFormat;
  readonly #stringify: StringifyRows;
  #hasHeader: boolean;

  private constructor(target: CsvTarget, stringify: StringifyRows) {
    this.#columns = target.columns;
    this.#sink = target.sink;
    this.#format = target.format;
    this.#hasHeader = target.hasHeader;
    this.#stringify = stringify;
  }

  static async create(target: CsvTarget): Promise<CsvWriter> {
    return new CsvWriter(target, await loadStringify(target.format.delimiter));
  }

  /** True once the header row is in the sink. */
  get hasHeader(): boolean {
    return this.#hasHeader;
  }

  /** Writes what can be a row and says for each value whether it was one. */
  async write(values: readonly unknown[]): Promise<readonly TransformOutcome[]> {
    const outcomes: TransformOutcome[] = [];
    let rows: (readonly string[])[] = [];
    let length = 0;
    for (const value of values) {
      const row = this.#columns.toRow(value);
      outcomes.push(toRowOutcome(row));
      if ('problem' in row) continue;
      rows.push(row.cells);
      length += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (length < pieceLength) continue;
      await this.#writeRows(rows);
      rows = [];
      length = 0;
    }
    await this.#writeRows(rows);
    return outcomes;
  }

  /** Writes the header row if there was no record to write it before, and the columns are known. */
  async finish(): Promise<void> {
    const header = this.#takeHeader();
    if (header !== '') await this.#sink.write(header);
  }

  async #writeRows(rows: readonly (readonly string[])[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#sink.write(this.#takeHeader() + this.#stringify(rows));
  }

  #takeHeader(): string {
    const { names } = this.#columns;
    if (this.#hasHeader || !names) return '';
    this.#hasHeader = true;
    const header = this.#stringify([names.map(guardFormula)]);
    // A reader takes away one mark: a name that begins with one would lose it.
    const isMarked = this.#format.bom || header.startsWith('\uFEFF');
    return isMarked ? `\uFEFF${header}` : header;
  }
}

/** What a CSV text consists of and where it goes. */
export interface CsvTarget {
  readonly columns: Columns;
  readonly format: CsvFormat;
  readonly sink: ArtifactSink;
  /** True if the header row is there already. */
  readonly hasHeader: boolean;
}

async function loadStringify(delimiter: string): Promise<StringifyRows> {
  const { stringify } = await import('csv-stringify/sync');
  const format = { delimiter, record_delimiter: '\r\n', quote_record_delimiter: true };
  return (rows) =>
    // A single empty cell would be an empty line, which is no row for most readers.
    stringify(rows as string[][], { ...format, quoted_empty: rows[0]?.length === 1 });
}

const written: TransformOutcome = { values: [] };

function toRowOutcome(row: Row): TransformOutcome {
  return 'problem' in row ? toFailure(`This record makes no row. ${row.problem}`) : written;
}
