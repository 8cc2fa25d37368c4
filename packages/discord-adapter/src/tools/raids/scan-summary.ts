import type { RaidCandidate } from '../../state/raid-candidates.ts';
import { signalsOf, toCandidateView } from './candidate.ts';
import { findNameStems } from './name-stems.ts';
import type { Unseen } from './read-members.ts';
import type { Exemption, ScanTally } from './scan-tally.ts';

/** Candidates that a scan shows. */
const sampleSize = 10;

/** Everything that a scan has found out. */
export interface ScanReport {
  readonly tally: Pick<ScanTally, 'scanned' | 'matches' | 'exempt' | 'candidates'>;
  readonly unseen: Unseen;
  /** The new list. */
  readonly list: readonly RaidCandidate[];
  /** How many stood on the list before. */
  readonly replaced: number;
}

/** What a scan answers: counts and a sample, and no id. */
export function summarizeScan(report: ScanReport) {
  const { tally, list, unseen } = report;
  const joined = list.flatMap(({ joined_at }) => joined_at ?? []).sort();
  return {
    summary: describeScan(report),
    scanned: tally.scanned,
    candidates: list.length,
    complete: unseen === undefined,
    matches: { ...tally.matches },
    signals: countSignals(list),
    joined_from: joined[0] ?? null,
    joined_to: joined.at(-1) ?? null,
    name_stems: findNameStems(list),
    sample: list.slice(0, sampleSize).map(toCandidateView),
  };
}

function describeScan({ tally, unseen, list, replaced }: ScanReport): string {
  const met = tally.candidates.length;
  return [
    `${inWords(met)} of ${inWords(tally.scanned)} members looked at ${met === 1 ? 'meets' : 'meet'} every criterion and can be a candidate.`,
    ...(list.length < met ? [`The ${inWords(list.length)} newest of them are on the list.`] : []),
    describeExempt(tally.exempt),
    ...(replaced > 0
      ? [`The list before, with ${inWords(replaced)} left on it, is replaced.`]
      : []),
    ...(unseen === undefined ? [] : [unseen]),
    ...(list.length > 0 ? [] : ['The list is empty: there is nobody to review or to ban.']),
  ].join(' ');
}

const reasons: Readonly<Record<Exemption, (count: number) => string>> = {
  bots: (count) => `${inWords(count)} ${count === 1 ? 'bot' : 'bots'}`,
  owner: () => 'the owner',
  not_below_the_bot: (count) => `${inWords(count)} whose highest role is not below the bot's`,
};

/** Said also if there were none: whoever reads the list must not wonder. */
function describeExempt(exempt: Readonly<Record<Exemption, number>>): string {
  const rule =
    "Bots, the owner and members whose highest role is not below the bot's are never candidates";
  const met = (Object.keys(reasons) as Exemption[])
    .filter((reason) => exempt[reason] > 0)
    .map((reason) => reasons[reason](exempt[reason]));
  return met.length === 0 ? `${rule}.` : `${rule}; left out for that: ${met.join(', ')}.`;
}

function countSignals(list: readonly RaidCandidate[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const signal of list.flatMap(signalsOf)) counts[signal] = (counts[signal] ?? 0) + 1;
  return counts;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
