import * as z from 'zod';

/** Any time Discord writes, as ISO 8601 in UTC with milliseconds: `2030-01-01T17:00:00.000Z`. */
export function toTimestamp(time: string): string;
export function toTimestamp(time: string | null | undefined): string | null;
export function toTimestamp(time: string | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString();
}

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A time argument: ISO 8601 with a zone. Published as `date-time` without the calendar's pattern. */
export function timestamp(): z.ZodString {
  return z
    .string()
    .refine((text) => timestampPattern.test(text) && !Number.isNaN(Date.parse(text)), {
      error: 'Not a time: expected ISO 8601 with a zone, such as 2030-01-01T17:00:00Z.',
    })
    .meta({ format: 'date-time' });
}
