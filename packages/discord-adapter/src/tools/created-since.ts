import type { LookupResult } from '@guildline/mcp-core';

/** Milliseconds from the Unix epoch to 2015-01-01, from which Discord's ids count. */
const discordEpoch = 1_420_070_400_000;
/** Milliseconds by which two clocks may differ. */
const skew = 60_000;
/** Milliseconds after its start by which a call has normally created its object. */
const promptly = 120_000;
/** Milliseconds for which a call can at most have been waiting in a queue. */
const longestWait = 3_600_000;

/** When a Discord id was made, in milliseconds since the Unix epoch. */
export function createdAt(id: string): number {
  return Number(BigInt(id) >> 22n) + discordEpoch;
}

/** The least id that can be made at a time; before 2015 there is none but `0`. */
export function idAt(time: number): string {
  return String(BigInt(Math.max(0, Math.floor(time) - discordEpoch)) << 22n);
}

/** The span in which an object of a call made at `since` can have been created. */
export function creationSpan(since: number): { readonly from: number; readonly to: number } {
  return { from: since - skew, to: since + longestWait };
}

/**
 * What became of a creation made at `since`. `matches` are the objects of any age that look like its
 * result, out of a list that is complete for {@link creationSpan}.
 *
 * `applied` needs exactly one match that was made promptly after `since`. One from just before can
 * be an earlier call's, by clocks that differ; one from much later can be another caller's: both
 * are `unsure`.
 */
export function judgeCreated<Match extends { readonly id: string }, Output>(
  matches: readonly Match[],
  since: number,
  toResult: (match: Match) => Output,
): LookupResult<Output> {
  const { from, to } = creationSpan(since);
  const near = matches.filter(({ id }) => createdAt(id) >= from && createdAt(id) <= to);
  const [only] = near;
  if (only === undefined) return { outcome: 'absent' };
  const prompt = createdAt(only.id) >= since && createdAt(only.id) <= since + promptly;
  if (near.length > 1 || !prompt) return { outcome: 'unsure' };
  return { outcome: 'applied', result: toResult(only) };
}
