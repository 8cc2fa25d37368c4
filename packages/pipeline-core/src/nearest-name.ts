/** Longer names are not compared. */
const longest = 64;
/** Candidates that are compared. */
const compared = 200;
/** Letters that a typing error may change. */
const furthest = 3;

/**
 * The candidate that was probably meant: equal but for case and "_", or up to three letters, and no
 * more than a third of them, away.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  const plain = simplify(name);
  let nearest: string | undefined;
  let distance = Math.min(furthest, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates.slice(0, compared)) {
    if (candidate.length > longest) continue;
    const between = editDistance(plain, simplify(candidate));
    if (between < distance) {
      nearest = candidate;
      distance = between;
    }
  }
  return nearest;
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/**
 * Letters to insert, delete or replace to turn one word into the other. Looks only as far from the
 * diagonal as a distance that counts can lead; beyond that the answer is too large, and is enough.
 */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > furthest) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = new Array<number>(to.length + 1).fill(Number.POSITIVE_INFINITY);
    current[0] = row;
    const last = Math.min(to.length, row + furthest);
    for (let column = Math.max(1, row - furthest); column <= last; column += 1) {
      const replaced = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const shifted = Math.min(at(previous, column), at(current, column - 1)) + 1;
      current[column] = Math.min(replaced, shifted);
    }
    previous = current;
  }
  return at(previous, to.length);
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Number.POSITIVE_INFINITY;
}
