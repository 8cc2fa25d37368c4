import type * as z from 'zod';
import type { RaidCandidate } from '../../state/raid-candidates.ts';
import { toCandidateView } from './candidate.ts';
import { type Criteria, meetsAll, toCriterionTests } from './criteria.ts';
import { findByHandles, numberOf } from './handles.ts';

/** Candidates on a page unless asked otherwise, those of a change that are shown, and of a closer look. */
const pageSize = 25;
const shownOfChange = 10;
const closest = 20;

/** What a review is asked for. */
export interface ReviewRequest {
  readonly action: 'list' | 'keep' | 'drop' | 'look_closer';
  readonly handles?: readonly string[] | undefined;
  readonly where?: Criteria | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** What a review has found. */
export interface ReviewReport {
  readonly action: ReviewRequest['action'];
  readonly left: number;
  readonly takenOff: readonly RaidCandidate[];
  readonly shown: readonly RaidCandidate[];
  readonly nextCursor?: string | undefined;
}

/** The arguments that each action takes beside the guild. */
const takes: Readonly<Record<ReviewRequest['action'], readonly (keyof ReviewRequest)[]>> = {
  list: ['where', 'limit', 'cursor'],
  keep: ['handles', 'where'],
  drop: ['handles', 'where'],
  look_closer: ['handles'],
};

/** Holds the arguments of a review against its action. */
export function checkReview(request: ReviewRequest, context: z.RefinementCtx): void {
  const { action, handles, where } = request;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  for (const name of ['handles', 'where', 'limit', 'cursor'] as const) {
    if (request[name] === undefined || takes[action].includes(name)) continue;
    refuse(name, `${action} takes no ${name}; it takes ${takes[action].join(', ')}.`);
  }
  if (action === 'look_closer' && !handles) refuse('handles', 'Say whom to look at.');
  if (action === 'look_closer' && handles && handles.length > closest) {
    refuse('handles', `At most ${closest} at once; list shows more of them, in less detail.`);
  }
  if (
    (action === 'keep' || action === 'drop') &&
    (handles === undefined) === (where === undefined)
  ) {
    refuse('handles', `${action} takes either handles or where.`);
  }
}

/**
 * Reviews a list, which is in the order of its handles.
 *
 * @param now Milliseconds since the epoch, for the criteria.
 */
export function review(
  list: readonly RaidCandidate[],
  request: ReviewRequest,
  now: number,
): ReviewReport {
  const { action } = request;
  const meant = findMeant(list, request, now);
  if (action === 'list')
    return { action, left: list.length, takenOff: [], ...toPage(meant, request) };
  if (action === 'look_closer') return { action, left: list.length, takenOff: [], shown: meant };
  const chosen = new Set(meant);
  const takenOff = list.filter((one) => chosen.has(one) === (action === 'drop'));
  const shown = takenOff.slice(0, shownOfChange);
  return { action, left: list.length - takenOff.length, takenOff, shown };
}

/** What a review answers. */
export function summarizeReview({ action, left, takenOff, shown, nextCursor }: ReviewReport) {
  return {
    left,
    ...(action === 'keep' || action === 'drop' ? { taken_off: takenOff.length } : {}),
    candidates: shown.map(action === 'look_closer' ? toCloserView : toCandidateView),
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
  };
}

function findMeant(
  list: readonly RaidCandidate[],
  { handles, where }: ReviewRequest,
  now: number,
): readonly RaidCandidate[] {
  if (handles) return findByHandles(list, handles);
  if (!where) return list;
  const tests = toCriterionTests(where, now);
  return list.filter((one) => meetsAll(one, tests));
}

/** Goes on behind a handle, also if whoever had it was taken off the list. */
function toPage(
  list: readonly RaidCandidate[],
  { limit = pageSize, cursor }: ReviewRequest,
): Pick<ReviewReport, 'shown' | 'nextCursor'> {
  const from = cursor === undefined ? 0 : numberOf(cursor);
  const rest = list.filter((one) => numberOf(one.handle) > from);
  const shown = rest.slice(0, limit);
  return { shown, nextCursor: rest.length > limit ? shown.at(-1)?.handle : undefined };
}

function toCloserView(candidate: RaidCandidate) {
  const { global_name, nick, has_avatar, role_count, roles } = candidate;
  return { ...toCandidateView(candidate), global_name, nick, has_avatar, role_count, roles };
}
