import type {
  DataRecord,
  RecordPlan,
  RecordRunError,
  RecordRunResult,
} from '@guildline/pipeline-core';
import type { RunAnswer } from './answer-schema.ts';

type Summary = NonNullable<RunAnswer['summary']>;

/** The numbers of a run, as answers tell them. Those that are nothing but zero are left out. */
export function toSummary(
  { steps }: Pick<RecordPlan, 'steps'>,
  { counts, truncated }: Pick<RecordRunResult, 'counts' | 'truncated'>,
  omitted = 0,
): Summary {
  const { processed, rows, failed, unknown, unfinished } = counts;
  return {
    stepCount: steps.length,
    recordsProcessed: processed,
    truncated,
    rowCount: rows,
    ...(failed > 0 ? { failed } : {}),
    ...(unknown > 0 ? { unknown } : {}),
    ...(unfinished > 0 ? { unfinished } : {}),
    ...(omitted > 0 ? { not_listed: omitted } : {}),
  };
}

/** Why a run ended early; names the step and the phase. */
export function toAnswerError(error: RecordRunError): NonNullable<RunAnswer['error']> {
  const { phase, step, code, message, outcome } = error;
  const place =
    step === undefined ? '' : `${phase === 'building' ? 'Building' : 'During'} step ${step}: `;
  return {
    phase,
    ...(step === undefined ? {} : { step }),
    code,
    message: `${place}${message}`,
    ...(outcome === undefined ? {} : { outcome }),
  };
}

/** Failed records as CSV, in which nothing is left out. */
export async function renderFailed(
  rows: readonly DataRecord[],
  renderCsv: (records: readonly DataRecord[]) => Promise<string>,
): Promise<Buffer> {
  return Buffer.from(await renderCsv(rows));
}
