/** Lines in aligned columns, the first one of headings; what looks like a number stands to the right. */
export function formatColumns(lines: readonly (readonly (string | number)[])[]): string {
  const cells = lines.map((line) => line.map(toText));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  );
  return cells
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toText(value: string | number): string {
  return typeof value === 'number' ? Math.round(value).toLocaleString('en-US') : value;
}
