import * as z from 'zod';
import { timestamp } from '../../schema/timestamp.ts';

/**
 * How an event recurs, in Discord's own terms; which parts go together is Discord's to judge. Source:
 * docs, Guild Scheduled Event Recurrence Rule.
 */
export function recurrenceRule() {
  const weekday = z.int().min(0).max(6);
  return z.strictObject({
    start: timestamp(),
    frequency: z.int().min(0).max(3).describe('0 yearly, 1 monthly, 2 weekly, 3 daily.'),
    interval: z.int().min(1).optional(),
    by_weekday: z.array(weekday).min(1).max(7).describe('0 is Monday.').optional(),
    by_n_weekday: z
      .array(z.strictObject({ n: z.int().min(1).max(5), day: weekday }))
      .min(1)
      .max(7)
      .optional(),
    by_month: z.array(z.int().min(1).max(12)).min(1).max(12).optional(),
    by_month_day: z.array(z.int().min(1).max(31)).min(1).max(31).optional(),
  });
}
