import { Authority } from '../permissions/authority.ts';
import type { Simulation } from '../simulation.ts';
import { completeUser } from '../world/complete-user.ts';
import type { UserRecord } from '../world/guild-records.ts';
import { ApiError, plainError } from './api-error.ts';
import type { ArrivedRequest } from './handle-request.ts';
import { readReason } from './read-reason.ts';
import {
  type Reply,
  replyBlocked,
  replyRateLimited,
  replyWith,
  replyWithError,
} from './respond.ts';
import type { RequestContext } from './route.ts';
import { findBot } from './token.ts';

const NOBODY = completeUser({ id: '0', username: 'nobody' });

/** Checks token and limits, then runs the route. This is the moment the world changes. */
export function answerRequest(
  simulation: Simulation,
  nonceWindow: number,
  arrived: ArrivedRequest,
): Reply {
  const { headers, entry, content, match } = arrived;
  const { limiter, state } = simulation;
  const blockedFor = limiter.blockedFor;
  if (blockedFor > 0) return replyBlocked(blockedFor);
  const bot = findBot(state, headers.get('authorization') ?? undefined);
  if (bot) entry.user_id = bot.id;
  const verdict = limiter.take({
    route: `${match.route.method} ${match.route.path}`,
    params: match.params,
    body: content.body,
    sender: bot?.id ?? 'address',
  });
  if (verdict.refused) return replyRateLimited(verdict);
  const before = state.revision.count;
  try {
    if (!bot && match.route.auth === 'bot') throw plainError(401, 'Unauthorized');
    const context = toContext(simulation, nonceWindow, arrived, bot ?? NOBODY);
    return replyWith(match.route.handle(context), verdict.headers);
  } catch (error) {
    if (error instanceof ApiError) return replyWithError(error, verdict.headers);
    throw error;
  } finally {
    entry.applied = state.revision.count !== before;
    if (entry.applied) simulation.save();
  }
}

function toContext(
  { state, ids, clock }: Simulation,
  nonceWindow: number,
  { headers, url, match, content }: ArrivedRequest,
  actor: UserRecord,
): RequestContext {
  const now = clock.now();
  return {
    state,
    ids,
    now,
    actor,
    authority: new Authority(state, actor.id, now),
    method: match.route.method,
    param: (name) => match.params[name] ?? '',
    query: Object.fromEntries(url.searchParams),
    body: content.body === undefined ? {} : content.body,
    files: content.files,
    reason: readReason(headers.get('x-audit-log-reason')),
    nonceWindow,
  };
}
