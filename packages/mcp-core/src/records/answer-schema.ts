import * as z from 'zod';
import { untrusted } from '../schema/marks.ts';

/** An artifact inside an answer, or where to read one that is too large for it; null if there is none. */
function artifact() {
  // {truncated: true, resource, bytes}, as for every large result of a composer.
  const reference = z.looseObject({});
  return z.union([
    untrusted(z.string()),
    reference.meta({ additionalProperties: undefined }),
    z.null(),
  ]);
}

/** The parts of an answer about a run, for the tools that give one. */
export function runAnswerShape() {
  const count = () => z.int().optional();
  const summary = z.object({
    stepCount: z.int(),
    recordsProcessed: z.int(),
    truncated: z.boolean(),
    rowCount: z.int(),
    failed: count(),
    unknown: count(),
    unfinished: count(),
    not_listed: count(),
  });
  const error = z.object({
    phase: z.enum(['building', 'execution']),
    step: count(),
    code: z.string(),
    message: untrusted(z.string()),
    outcome: z.string().optional(),
  });
  return {
    CSVFile: artifact().describe('Base64 for PDF.').optional(),
    media_type: z.string().describe('If not CSV.').optional(),
    summary: summary.meta({ additionalProperties: undefined }).optional(),
    failed_records: artifact().describe('CSV, fit to be the next source.').optional(),
    error: error.meta({ additionalProperties: undefined }).optional(),
  };
}

/** What a run answers. */
export type RunAnswer = z.input<ReturnType<typeof runAnswer>>;

function runAnswer() {
  return z.object(runAnswerShape());
}
