import { type CallOutcome, ToolError } from '@guildline/mcp-core';
import { type Answer, discordCodeOf, fieldOf, isForeign } from './answer.ts';
import type { Exchange, StopReason } from './exchange.ts';
import type { RateLimitWait } from './holds.ts';

/** What went wrong with one attempt. */
export type Fault = {
  /** What became of a write; a read is never applied. */
  readonly outcome: CallOutcome;
  /** True if the same request may fare better a little later. */
  readonly passing: boolean;
  /** Milliseconds Discord asks to wait. */
  readonly waitMs?: number | undefined;
} & (
  | { readonly kind: 'refused'; readonly error: ToolError }
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly sent: boolean }
  | { readonly kind: 'rate-limited'; readonly wait: RateLimitWait }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'unreadable'; readonly status: number; readonly foreign: boolean }
  | { readonly kind: 'network'; readonly code: string }
);

/** Codes of failures before a request can have left: the connection was never made. */
const notConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Codes of faults on our side that no repetition mends. */
const lasting =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|UND_ERR_INVALID_ARG)/;

/** Server errors that are given in place of an answer from the API itself: the request did not run. */
const neverRan: ReadonlySet<number> = new Set([502, 503, 521, 522, 523, 525, 526]);

/** What an answer that is no success says of a write. */
function outcomeOfStatus(status: number): CallOutcome {
  if (status >= 200 && status < 300) return 'applied';
  return status >= 500 && !neverRan.has(status) ? 'unknown' : 'not_applied';
}

/** The fault of an attempt that did not succeed, from what it left behind. */
export function toFault(exchange: Exchange, thrown: unknown): Fault {
  if (thrown instanceof ToolError) return refusal(thrown);
  const { stopped, answer } = exchange;
  const wait = exchange.held?.hold ?? exchange.refusedWait;
  if (wait) return { kind: 'rate-limited', wait, outcome: 'not_applied', passing: false };
  if (exchange.phase === 'answered' && answer) return answerFault(answer);
  if (stopped) return stopFault(exchange, stopped);
  if (exchange.phase === 'waiting' && networkCode(thrown) === undefined) return defect(thrown);
  return networkFault(exchange, thrown);
}

/** True if an answer is what was asked for. */
export function isSuccess(answer: Answer): boolean {
  const { status, text, json } = answer;
  if (status < 200 || status >= 300) return false;
  return (text === '' || json !== undefined) && !isNotReady(answer);
}

function answerFault(answer: Answer): Fault {
  const { status } = answer;
  const seconds = Number(fieldOf(answer.json, 'retry_after') ?? answer.retryAfter);
  const waitMs = seconds > 0 ? seconds * 1000 : undefined;
  if (status < 200 || status >= 300 || isNotReady(answer)) {
    const passing = status >= 500 || status === 408 || isNotReady(answer);
    const outcome = isNotReady(answer) ? 'not_applied' : outcomeOfStatus(status);
    return { kind: 'answer', answer, outcome, passing, waitMs };
  }
  const foreign = isForeign(answer);
  const outcome = foreign ? 'unknown' : 'applied';
  return { kind: 'unreadable', status, foreign, outcome, passing: true };
}

function stopFault(exchange: Exchange, reason: StopReason): Fault {
  return {
    kind: 'stopped',
    reason,
    sent: exchange.phase !== 'waiting',
    outcome: outcomeSoFar(exchange),
    passing: reason === 'timeout',
  };
}

function networkFault(exchange: Exchange, thrown: unknown): Fault {
  const code = networkCode(thrown) ?? 'unknown';
  const never = notConnected.has(code) || lasting.test(code) || isBrokenHandshake(thrown);
  return {
    kind: 'network',
    code,
    outcome: never ? 'not_applied' : outcomeSoFar(exchange),
    passing: !lasting.test(code),
  };
}

function outcomeSoFar({ phase, status }: Exchange): CallOutcome {
  if (phase === 'waiting') return 'not_applied';
  return status === undefined ? 'unknown' : outcomeOfStatus(status);
}

/** An index that is being built is told with a 202 in place of results. */
function isNotReady(answer: Answer): boolean {
  return answer.status === 202 && discordCodeOf(answer) === 110000;
}

function isBrokenHandshake(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.includes('before secure TLS connection');
}

function networkCode(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = fieldOf(error, 'code');
    if (typeof code === 'string') return code;
  }
  return undefined;
}

function refusal(error: ToolError): Fault {
  return { kind: 'refused', error, outcome: 'not_applied', passing: false };
}

/** Something broke before a request was made of the call: its text may hold parts of the body. */
function defect(thrown: unknown): Fault {
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return refusal(
    new ToolError({
      code: 'INTERNAL_ERROR',
      message: `The request could not be put together (${name}). Nothing was sent. Please report it.`,
    }),
  );
}
