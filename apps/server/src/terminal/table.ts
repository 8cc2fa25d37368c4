import { stripVTControlCharacters } from 'node:util';

/**
 * Rows in aligned columns, two spaces apart; colours take no width. The last column is not padded.
 */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1
            ? cell
            : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)),
        )
        .join('  '),
    )
    .join('\n');
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
