import { type CallOutcome, ToolError, type ToolErrorFields } from '@guildline/mcp-core';
import type { BotToken } from '../rest/bot-token.ts';
import type { Fault } from '../rest/fault.ts';
import type { RateLimitWait } from '../rest/holds.ts';
import { tokenMessage } from '../rest/refusals.ts';
import type { Repeatability } from '../rest/retry-policy.ts';
import { type Target, tokenIn } from '../rest/route.ts';
import { describe, explainAnswer } from './answer-error.ts';
import { redactSecrets } from './redact-secrets.ts';

/** A request that failed for good. */
export interface FailedRequest extends Target {
  /** False if the request carried no bot token. */
  readonly authorized: boolean;
  readonly fault: Fault;
  /** The worst that any of its attempts may have done. */
  readonly outcome: CallOutcome;
  readonly repeatability: Repeatability;
  readonly token: BotToken;
  readonly noTokenMessage: string;
}

/**
 * The error of a failed request. Whenever the request may have been applied the code is
 * `OUTCOME_UNKNOWN`, unless Discord itself gave the reason of the refusal that came last.
 */
export function requestError(failed: FailedRequest): ToolError {
  const { fault, outcome } = failed;
  if (fault.kind === 'refused' && outcome === 'not_applied') return fault.error;
  const fields = explain(failed);
  const secrets = [failed.token.text, tokenIn(failed.route)];
  const redact = (value: unknown) => redactSecrets(value, secrets);
  return new ToolError({
    ...fields,
    message: redact(fields.message) as string,
    details: redact(fields.details),
    outcome: knownOutcome(failed),
    retriable: (fields.retriable ?? false) && isSafe(failed),
    cause: new Error(`${describe(failed)}: ${fault.kind}`),
  });
}

/** A keyed send that is answered with "unknown message" was sent, and its message deleted since. */
function knownOutcome({ fault, outcome, repeatability }: FailedRequest): CallOutcome {
  const deletedSince =
    outcome === 'unknown' &&
    repeatability.effect === 'keyed' &&
    fault.kind === 'answer' &&
    fault.answer.status === 404;
  return deletedSince ? 'applied' : outcome;
}

/** A new call has a new key, so only what can be repeated without one may be called again. */
function isSafe({ outcome, repeatability: { effect } }: FailedRequest): boolean {
  return effect === 'read' || effect === 'idempotent' || outcome === 'not_applied';
}

function explain(failed: FailedRequest): ToolErrorFields {
  const { fault } = failed;
  switch (fault.kind) {
    case 'refused':
      return { ...unknownOutcome(failed, fault.error.message), details: fault.error.details };
    case 'stopped':
      return explainStop(failed, fault);
    case 'rate-limited':
      return explainRateLimit(failed, fault.wait);
    case 'answer':
      return explainStatus(failed, fault);
    case 'unreadable':
      return explainUnreadable(failed, fault);
    case 'network':
      return explainNetwork(failed, fault.code);
  }
}

function explainStop(
  failed: FailedRequest,
  { reason, sent }: Extract<Fault, { kind: 'stopped' }>,
): ToolErrorFields {
  const why = stopText[reason];
  if (failed.outcome !== 'not_applied') return unknownOutcome(failed, why);
  const what = sent
    ? `${describe(failed)} was sent and had no complete answer`
    : `${describe(failed)} was not sent`;
  if (reason === 'cancelled' || reason === 'closed') {
    return { code: 'CANCELLED', message: `${why}; ${what}. Nothing was changed by it.` };
  }
  return {
    code: 'DISCORD_TIMEOUT',
    message: `${why}; ${what}. ${sent ? 'Call again.' : 'Call again with more time, or with fewer calls to the same place at once.'}`,
    retriable: true,
  };
}

const stopText = {
  cancelled: 'The caller cancelled',
  closed: 'The server is shutting down',
  deadline: 'The deadline of the call came',
  timeout: 'Discord took too long to answer',
} as const;

function explainRateLimit(failed: FailedRequest, wait: RateLimitWait): ToolErrorFields {
  const retryAfterMs = Math.max(0, Math.ceil(wait.milliseconds));
  const scope = wait.global ? 'global' : wait.scope;
  return {
    code: 'DISCORD_RATE_LIMITED',
    message: `A rate limit of Discord (${scope}) holds ${describe(failed)} for ${(retryAfterMs / 1000).toFixed(1)} s, which is longer than this call can wait. Call again after that.`,
    retriable: true,
    retryAfterMs,
    details: { scope, global: wait.global },
  };
}

function explainStatus(
  failed: FailedRequest,
  fault: Extract<Fault, { kind: 'answer' }>,
): ToolErrorFields {
  const { answer, passing, waitMs } = fault;
  const explained = explainAnswer(answer, failed);
  const retryAfterMs = waitMs === undefined ? undefined : Math.ceil(waitMs);
  if (answer.status >= 500 && failed.outcome !== 'not_applied') {
    const text = `Discord answered with HTTP ${answer.status}`;
    return { ...unknownOutcome(failed, text), retryAfterMs, details: explained.details };
  }
  if (answer.status === 401 && explained.code === 'DISCORD_UNAUTHORIZED' && failed.authorized) {
    const message = tokenMessage({ kind: 'refused' }, failed.noTokenMessage);
    return { ...explained, message };
  }
  const retriable =
    passing ||
    explained.code === 'DISCORD_UNAVAILABLE' ||
    explained.code === 'DISCORD_RATE_LIMITED';
  return { ...explained, retriable, retryAfterMs };
}

function explainUnreadable(
  failed: FailedRequest,
  { status, foreign }: Extract<Fault, { kind: 'unreadable' }>,
): ToolErrorFields {
  const what = foreign
    ? `Something in front of Discord answered ${describe(failed)} with a page in place of JSON (HTTP ${status})`
    : `Discord answered ${describe(failed)} with HTTP ${status} and a body that is no JSON`;
  if (failed.outcome === 'unknown') return unknownOutcome(failed, what);
  const advice =
    failed.outcome === 'applied'
      ? 'It was applied; read the object to see the result.'
      : 'Call again later.';
  return {
    code: 'DISCORD_UNAVAILABLE',
    message: `${what}. ${advice}`,
    retriable: true,
    details: { http_status: status },
  };
}

function explainNetwork(failed: FailedRequest, code: string): ToolErrorFields {
  const what = `The connection to Discord failed (${code})`;
  if (failed.outcome === 'unknown') return unknownOutcome(failed, what);
  const applied = failed.outcome === 'applied' ? ' It was applied all the same.' : '';
  return {
    code: 'DISCORD_UNAVAILABLE',
    message: `${what} during ${describe(failed)}.${applied} Check the network and the address of the API, and call again.`,
    retriable: true,
    details: { network_code: code },
  };
}

function unknownOutcome(failed: FailedRequest, why: string): ToolErrorFields {
  if (failed.outcome === 'applied') {
    return {
      code: 'DISCORD_UNAVAILABLE',
      message: `${why}, after ${describe(failed)} had been accepted. It was applied; read the object to see the result.`,
      retriable: true,
    };
  }
  const advice = isSafe(failed)
    ? 'Repeating it changes nothing more: call again.'
    : 'Look whether it was before calling again, or it may be done twice.';
  return {
    code: 'OUTCOME_UNKNOWN',
    message: `${why} after ${describe(failed)} was sent, so it may have been applied. ${advice}`,
    retriable: true,
  };
}
