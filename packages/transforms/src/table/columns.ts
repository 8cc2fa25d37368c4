import type { DataRecord } from '@guildline/pipeline-core';
import type { ColumnLimits } from './columns-setting.ts';
import type { CellText } from './to-cell-text.ts';

/** One text for each column, or why a value makes no row. */
export type Row = { readonly cells: readonly string[] } | { readonly problem: string };

/**
 * The columns of a table. Those that the settings name are the columns, and other fields are left
 * out, because that was asked for. Otherwise the first record's fields are, and a later record that
 * has another one is refused: its field would be lost in silence.
 */
export class Columns {
  readonly #areChosen: boolean;
  readonly #limits: ColumnLimits;
  readonly #toText: (value: unknown) => CellText;
  #names: readonly string[] | undefined;

  constructor({ chosen, known, limits, toText }: ColumnsOptions) {
    this.#areChosen = chosen !== undefined;
    this.#limits = limits;
    this.#toText = toText;
    this.#names = chosen ?? known;
  }

  /** The columns; `undefined` before the first record if the settings name none. */
  get names(): readonly string[] | undefined {
    return this.#names;
  }

  /** The row of a value. The first one decides the columns if nothing else did. */
  toRow(value: unknown): Row {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { problem: 'It is no object with fields; shape it into a record before.' };
    }
    const record = value as DataRecord;
    if (!this.#names) {
      const problem = findColumnsProblem(Object.keys(record), this.#limits);
      if (problem !== undefined) return { problem };
      this.#names = Object.keys(record);
    }
    const extra = this.#areChosen ? undefined : findExtra(record, this.#names);
    if (extra !== undefined) {
      return {
        problem: `Its field ${JSON.stringify(extra)} is no column: the first record had none of that name. Name all columns in transformSettings.columns.`,
      };
    }
    return this.#toCells(record, this.#names);
  }

  #toCells(record: DataRecord, names: readonly string[]): Row {
    const cells: string[] = [];
    for (const name of names) {
      const cell = this.#toText(Object.hasOwn(record, name) ? record[name] : undefined);
      if ('problem' in cell) {
        return { problem: `Its field ${JSON.stringify(name)} is ${cell.problem}.` };
      }
      cells.push(cell.text);
    }
    return { cells };
  }
}

/** Where the columns of a table come from, and how its cells are written. */
export interface ColumnsOptions {
  /** The columns that the settings name, if they do. */
  readonly chosen?: readonly string[] | undefined;
  /** The columns with which an earlier process began. */
  readonly known?: readonly string[] | undefined;
  readonly limits: ColumnLimits;
  readonly toText: (value: unknown) => CellText;
}

function findColumnsProblem(names: readonly string[], limits: ColumnLimits): string | undefined {
  if (names.length === 0) return 'It has no fields. Name the columns in transformSettings.columns.';
  if (names.length > limits.count) {
    return `It has ${names.length} fields, and ${limits.count} columns are possible. Choose some in transformSettings.columns.`;
  }
  if (names.some((name) => name.length > limits.nameLength)) {
    return `One of its fields has a name of more than ${limits.nameLength} characters. Choose others in transformSettings.columns.`;
  }
  return undefined;
}

function findExtra(record: DataRecord, names: readonly string[]): string | undefined {
  const fields = Object.keys(record);
  if (fields.length === names.length && fields.every((field, index) => field === names[index])) {
    return undefined;
  }
  const known = new Set(names);
  return fields.find((field) => !known.has(field));
}
