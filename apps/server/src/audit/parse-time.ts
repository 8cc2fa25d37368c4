import { CommandError } from '../exit-codes.ts';

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60 * 1000,
  h: 60 * 60 * 1000,
  d: 24 * 60 * 60 * 1000,
};

/**
 * A time from the command line in milliseconds since the epoch: a date or time in ISO 8601, or how
 * long ago (`30m`, `2h`, `7d`).
 *
 * @throws CommandError if it is neither.
 */
export function parseTime(option: string, text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (units[unit] ?? 0);
  const time = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new CommandError(
    `${option} "${text.slice(0, 40)}" is no time. Write 2030-01-31, 2030-01-31T12:00:00Z, or how long ago: 30m, 2h, 7d.`,
  );
}
