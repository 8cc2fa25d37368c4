import type { RaidCandidate } from '../../state/raid-candidates.ts';
import { foldName } from './name-pattern.ts';

/** Stems that are told, and characters of the shortest one. */
const mostStems = 5;
const shortestStem = 3;

/** What several names have in common, and how many candidates are named so. */
export interface NameStem {
  readonly stem: string;
  readonly count: number;
}

/**
 * The most common beginnings of the candidates' names: each name without the digits and separators at
 * its end, so that `free_nitro_1` and `free_nitro_27` are one. What only one candidate has is none.
 */
export function findNameStems(candidates: readonly RaidCandidate[]): NameStem[] {
  const counts = new Map<string, number>();
  for (const candidate of candidates) {
    for (const stem of stemsOf(candidate)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, mostStems)
    .map(([stem, count]) => ({ stem, count }));
}

/** Each stem of a candidate once, however many of their names have it. */
function stemsOf({ username, global_name, nick }: RaidCandidate): Set<string> {
  const names = [username, global_name, nick].filter((name) => name !== null);
  const stems = names.map((name) => foldName(name).replace(/[\d\s._-]{1,100}$/u, ''));
  return new Set(stems.filter((stem) => [...stem].length >= shortestStem));
}
