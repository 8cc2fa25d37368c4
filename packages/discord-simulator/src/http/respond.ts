import type { ApiError } from './api-error.ts';
import type { Fault } from './faults.ts';
import type { Verdict } from './rate-limiter.ts';
import type { Answer } from './route.ts';

/** What goes back to the client. `body` undefined sends none; a string is sent as it is. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** A fault made it up. */
  readonly injected?: boolean;
}

export function replyWith(answer: Answer, headers: Readonly<Record<string, string>>): Reply {
  return { status: answer.status, body: answer.body, headers };
}

export function replyWithError(error: ApiError, headers: Readonly<Record<string, string>>): Reply {
  return { status: error.status, body: error.body, headers };
}

const MESSAGES = {
  user: 'You are being rate limited.',
  global: 'You are being rate limited.',
  shared: 'The resource is being rate limited.',
} as const;

export function replyRateLimited(verdict: Verdict): Reply {
  const { scope, retryAfter } = verdict.refused ?? { scope: 'user', retryAfter: 0 };
  return {
    status: 429,
    body: { message: MESSAGES[scope], retry_after: retryAfter, global: scope === 'global' },
    headers: {
      ...verdict.headers,
      'retry-after': String(Math.ceil(retryAfter)),
      'x-ratelimit-scope': scope,
      ...(scope === 'global' && { 'x-ratelimit-global': 'true' }),
    },
  };
}

/** The answer of an address that Cloudflare blocks: no JSON, no rate-limit headers. */
export function replyBlocked(secondsLeft: number): Reply {
  return {
    status: 429,
    body: '<!DOCTYPE html><html><head><title>Access denied</title></head><body>error code: 1015</body></html>',
    headers: { 'content-type': 'text/html; charset=UTF-8', 'retry-after': String(secondsLeft) },
  };
}

/** The answer a fault prescribes, if it prescribes one. */
export function replyFault(fault: Fault): Reply | undefined {
  if (fault.rate_limit) return rateLimitFault(fault, fault.rate_limit);
  if (fault.status === undefined) return undefined;
  const message = STATUS_TEXT[fault.status] ?? 'Error';
  const body = fault.body ?? { message: `${fault.status}: ${message}`, code: 0 };
  return { status: fault.status, body, headers: lowerKeys(fault.headers) };
}

function rateLimitFault(fault: Fault, limit: NonNullable<Fault['rate_limit']>): Reply {
  const scope = limit.global ? 'global' : (limit.scope ?? 'user');
  const reply = replyRateLimited({
    headers: {},
    refused: { scope, retryAfter: limit.retry_after },
  });
  return {
    ...reply,
    headers: { ...(limit.without_headers ? {} : reply.headers), ...lowerKeys(fault.headers) },
    ...(fault.body !== undefined && { body: fault.body }),
  };
}

function lowerKeys(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]),
  );
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
