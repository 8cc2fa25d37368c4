/** One measured point: what is known of it, and what came out. */
export interface Sample {
  readonly known: readonly number[];
  readonly measured: number;
}

/**
 * The coefficients that come nearest to the samples, by least squares: one for each known number.
 * Put a 1 in front of what is known to get a constant.
 *
 * @throws RangeError if the samples do not decide the coefficients
 */
export function fitPlane(samples: readonly Sample[]): number[] {
  const size = samples[0]?.known.length ?? 0;
  const rows = Array.from({ length: size }, (_, row) => [
    ...Array.from({ length: size }, (__, column) =>
      sum(samples, ({ known }) => at(known, row) * at(known, column)),
    ),
    sum(samples, ({ known, measured }) => at(known, row) * measured),
  ]);
  for (let pivot = 0; pivot < size; pivot += 1) eliminate(rows, pivot);
  return rows.map((row) => at(row, size));
}

/** Makes the pivot's column zero in every other row, and one in its own. */
function eliminate(rows: number[][], pivot: number): void {
  const own = rows[pivot] as number[];
  const divisor = at(own, pivot);
  if (Math.abs(divisor) < 1e-9) throw new RangeError('The samples do not decide the coefficients.');
  const scaled = own.map((value) => value / divisor);
  for (const [index, row] of rows.entries()) {
    const factor = at(row, pivot);
    rows[index] =
      index === pivot ? scaled : row.map((value, at_) => value - factor * at(scaled, at_));
  }
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

function sum(samples: readonly Sample[], of: (sample: Sample) => number): number {
  return samples.reduce((total, sample) => total + of(sample), 0);
}
