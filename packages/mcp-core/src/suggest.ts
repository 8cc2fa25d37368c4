import { distance } from 'fastest-levenshtein';

/**
 * The candidate that was probably meant: at most a third of the letters differ. `undefined` if none
 * is that near. Looks at the first 64 characters only.
 */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  for (const candidate of candidates) {
    const found = distance(wanted, candidate.toLowerCase());
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}
