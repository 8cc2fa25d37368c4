import { type Answer, fieldOf } from './answer.ts';

/** Seconds to wait after a 429 that says nothing of it. */
const defaultRetryAfter = 5;

/**
 * Seconds to wait after a 429, from wherever they can be had: the header as a number or a date, the
 * body, the bucket's reset, else a default. Never zero, never `NaN`, which would mean to send again
 * at once, and for ever.
 */
export function retryAfterSeconds(
  headers: { get(name: string): string | null },
  answer: Answer,
  now: number,
): number {
  const header = headers.get('retry-after');
  const candidates = [
    toNumber(header),
    header === null ? Number.NaN : (Date.parse(header) - now) / 1000,
    fieldOf(answer.json, 'retry_after'),
    toNumber(headers.get('x-ratelimit-reset-after')),
  ];
  const known = candidates.find(
    (value): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0,
  );
  return Math.max(known ?? defaultRetryAfter, 0.05);
}

function toNumber(text: string | null): number {
  return text === null || text.trim() === '' ? Number.NaN : Number(text);
}
