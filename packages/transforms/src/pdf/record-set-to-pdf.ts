import type { OpenTransform, Transform, TransformOutcome } from '@guildline/pipeline-core';
import { declareSettings } from '../settings/declare-settings.ts';
import { toFailure } from '../settings/to-failure.ts';
import { Columns } from '../table/columns.ts';
import { type ColumnLimits, declareColumns, readColumns } from '../table/columns-setting.ts';
import { type CellText, toCellText } from '../table/to-cell-text.ts';
import { needsShaping } from './pdf-font.ts';
import { PdfWriter } from './pdf-writer.ts';

/** A name of a hundred letters takes a quarter of a page's height in the narrowest column. */
const columnLimits: ColumnLimits = { count: 16, nameLength: 100 };
/** Characters of one cell: some four pages if it is the only column. */
const longestCell = 20_000;
/** Of a text that needs shaping: a line of nothing but marks takes time by its length squared. */
const longestShapedCell = 4_000;
const longestTitle = 120;

/** What a document may be. */
interface PdfRules {
  /** Rows; ten thousand are some two hundred pages. */
  readonly maximumRows: number;
  /** Characters of all cells together; a line end counts as twenty, a letter of a text that needs shaping as ten. */
  readonly maximumCharacters: number;
  /** False only where a test reads the pages. */
  readonly compress: boolean;
}

const { schema, check } = declareSettings({
  columns: declareColumns(columnLimits),
  title: {
    schema: {
      type: 'string',
      maxLength: longestTitle,
      description: 'Stands above the table on the first page.',
    },
    check: (value) => {
      if (typeof value !== 'string') return 'must be a text';
      return value.length > longestTitle ? `is longer than ${longestTitle} characters` : undefined;
    },
  },
});

/** `RecordSetToPDF` with other rules, for tests. */
export function definePdfTransform(rules: PdfRules): Transform {
  const { maximumRows, maximumCharacters, compress } = rules;
  const tooMuch = toFailure(
    `A PDF has at most ${maximumRows} rows and ${maximumCharacters} characters, and this record would be too much. Filter the records, or end the pipeline with a CSV transform.`,
  );
  return {
    name: 'RecordSetToPDF',
    description: `Ends the pipeline: renders the records of the steps before as a PDF table with page numbers, in base64; its own operation is not executed. At most ${maximumRows} rows and ${columnLimits.count} columns; long texts are wrapped, never cut; letters that the font lacks are shown as �.`,
    input: 'Record',
    output: undefined,
    terminal: 'set',
    artifact: { mediaType: 'application/pdf', encoding: 'base64' },
    settings: schema,
    checkSettings: check,
    open: async (settings, { sink, clock }): Promise<OpenTransform> => {
      const columns = new Columns({
        chosen: readColumns(settings),
        limits: columnLimits,
        toText: toPrintedText,
      });
      const title = (settings['title'] as string | undefined) ?? '';
      const findNames = (): readonly string[] => columns.names ?? [];
      const writer = await PdfWriter.create({ sink, clock, title, findNames, compress });
      let rowCount = 0;
      let characterCount = 0;
      return {
        apply: async (values) => {
          const rows: (readonly string[])[] = [];
          const outcomes = values.map((value): TransformOutcome => {
            const row = columns.toRow(value);
            if ('problem' in row) return toFailure(`This record makes no row. ${row.problem}`);
            const characters = characterCount + countCharacters(row.cells);
            if (rowCount === maximumRows || characters > maximumCharacters) return tooMuch;
            rows.push(row.cells);
            rowCount += 1;
            characterCount = characters;
            return { values: [] };
          });
          await writer.write(rows);
          return outcomes;
        },
        finish: () => writer.finish(),
        close: async () => writer.close(),
      };
    },
  };
}

/** Renders what the steps before it gave as a table. */
export const RecordSetToPDF: Transform = definePdfTransform({
  maximumRows: 10_000,
  maximumCharacters: 2_000_000,
  compress: true,
});

function toPrintedText(value: unknown): CellText {
  const cell = toCellText(value);
  if ('problem' in cell) return cell;
  const longest = needsShaping(cell.text) ? longestShapedCell : longestCell;
  if (cell.text.length <= longest) return cell;
  return { problem: `longer than ${longest} characters, which is too long for a PDF` };
}

function countCharacters(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => {
    const letters = needsShaping(cell) ? cell.length * 10 : cell.length;
    return sum + letters + 19 * (cell.split('\n').length - 1);
  }, 0);
}
