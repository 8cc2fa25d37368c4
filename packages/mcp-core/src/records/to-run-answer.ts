import type {
  DataRecord,
  RecordPlan,
  RecordRunError,
  RecordRunResult,
} from '@guildline/pipeline-core';
import { redactText } from '../redaction/redact.ts';
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

/** Why a run ended early; names the step and the phase, and has no secret in it. */
export function toAnswerError(error: RecordRunError): NonNullable<RunAnswer['error']> {
  const { phase, step, code, message, outcome } = error;
  const place =
    step === undefined ? '' : `${phase === 'building' ? 'Building' : 'During'} step ${step}: `;
  return {
    phase,
    ...(step === undefined ? {} : { step }),
    code,
    message: redactText(`${place}${message}`),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

/** What was left out of the spec; `undefined` if nothing was. A dry run shows it in its plan. */
export function tellStripped(plan: Pick<RecordPlan, 'steps' | 'stripped'>): string | undefined {
  const inSteps = plan.steps.flatMap(({ step, stripped }) =>
    stripped.map((path) => `${path} of step ${step}`),
  );
  const stripped = [...plan.stripped, ...inSteps];
  if (stripped.length === 0) return undefined;
  const listed = stripped.slice(0, 10).join(', ');
  const more = stripped.length > 10 ? ` and ${stripped.length - 10} more` : '';
  return `Left out of the spec, because names that begin with "__" are the server's own: ${listed}${more}.`;
}

/** Failed records as CSV, in which nothing is left out. */
export async function renderFailed(
  rows: readonly DataRecord[],
  renderCsv: (records: readonly DataRecord[]) => Promise<string>,
): Promise<Buffer> {
  return Buffer.from(await renderCsv(rows));
}
