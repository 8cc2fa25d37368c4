import { distance } from 'fastest-levenshtein';

/** Shorter words are one letter away from too many others. */
const shortest = 5;
/** From this length on two letters may be wrong. */
const long = 8;

/**
 * The known word that was probably meant by a misspelt one: one letter is wrong, or two in a long
 * word, or two are swapped. The word itself if it is known or nothing is near.
 */
export function correctWord(word: string, known: ReadonlySet<string>): string {
  if (word.length < shortest || known.has(word)) return word;
  let best = word;
  let bestDistance = (word.length < long ? 1 : 2) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > 2 || candidate.length < shortest - 1) continue;
    const found = isSwap(word, candidate) ? 1 : distance(word, candidate);
    if (found >= bestDistance) continue;
    best = candidate;
    bestDistance = found;
  }
  return best;
}

/** True if two neighbouring letters changed places. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return (
    at >= 0 &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}
