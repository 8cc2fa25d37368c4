/** How much wider than needed columns become where there is room: later rows may need it. */
const room = 1.4;

/**
 * Shares a width among columns. Columns that all fit get what they need and some room more. Otherwise
 * a column that needs no more than an equal share gets what it needs, and the others share the rest
 * equally.
 *
 * @param needed what each column needs to hold its widest line, in points
 */
export function toColumnWidths(needed: readonly number[], available: number): readonly number[] {
  const sum = needed.reduce((total, width) => total + width, 0);
  if (sum <= available) return needed.map((width) => width * Math.min(room, available / sum));
  const widths = new Array<number>(needed.length).fill(0);
  const ascending = needed
    .map((width, index) => ({ width, index }))
    .sort((one, other) => one.width - other.width);
  let rest = available;
  for (const [position, { width, index }] of ascending.entries()) {
    const share = rest / (needed.length - position);
    const given = Math.min(width, share);
    widths[index] = given;
    rest -= given;
  }
  return widths;
}
