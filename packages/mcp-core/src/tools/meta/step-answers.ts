import type { StepRecord } from '@guildline/pipeline-core';

/** A step as an answer shows it: of a failure the three keys of the published document. */
export function toAnswerStep(record: StepRecord) {
  if (record.status !== 'error') return record;
  const { code, message, retriable } = record.error;
  return { ...record, error: { code, message, retriable } };
}

/** The whole failures of steps, by the steps' ids, for a result's `_meta`; empty if there are none. */
export function toErrorMeta(records: readonly StepRecord[]): Readonly<Record<string, unknown>> {
  const errors = records.flatMap((record) =>
    record.status === 'error' ? [[record.id, record.error] as const] : [],
  );
  return errors.length > 0 ? { 'guildline/errors': Object.fromEntries(errors) } : {};
}
