/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly baseline: string;
  readonly ratio: string;
  readonly target: string;
  readonly met: boolean | undefined;
}

const columns = ['what', 'measured', 'baseline', 'ratio', 'target'] as const;

/** The rows in aligned columns. */
export function formatRows(rows: readonly Row[]): string {
  const lines = [
    [...columns, ''],
    ...rows.map((row) => [
      ...columns.map((column) => row[column]),
      row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
    ]),
  ];
  const widths = columns.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The middle of some measurements, which one slow run does not move. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs `work` often and gives the median time of one run in milliseconds. */
export async function time(runs: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}
