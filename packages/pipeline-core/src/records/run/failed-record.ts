import type { StepFailure } from '../../call-tool.ts';
import type { RecordPlanStep } from '../compile/record-plan.ts';
import type { RecordInFlight } from './record-in-flight.ts';

/**
 * A source record that failed. It can be the source of another run without doubling anything if its
 * outcome is `not_applied` and it has no rows.
 */
export interface FailedRecord {
  /** Place in the source, from 0. */
  readonly position: number;
  /** The record as the source gave it. */
  readonly record: unknown;
  /** The step that failed first, from 0. */
  readonly step: number;
  readonly id: string | null;
  readonly code: string;
  readonly message: string;
  /** Whether anything was changed for this record: `unknown` if any call may have been applied. */
  readonly outcome: StepFailure['outcome'];
  /** Steps whose operation changed something for it, or may have. */
  readonly wrote: readonly number[];
  /** Values of it that came through all the same. */
  readonly rows: number;
  /** Values of it that failed. */
  readonly failures: number;
}

/** Tells of a record that has ended with a failure; `undefined` of any other. */
export function toFailedRecord(
  record: RecordInFlight,
  steps: readonly RecordPlanStep[],
): FailedRecord | undefined {
  const { position, source, rejection, wrote, rows, rejections: failures } = record;
  if (!rejection) return undefined;
  const { step, code, message } = rejection;
  const applied = wrote.length > 0 ? 'applied' : 'not_applied';
  const outcome = record.isUnknown ? 'unknown' : applied;
  const id = steps[step]?.id ?? null;
  return { position, record: source, step, id, code, message, outcome, wrote, rows, failures };
}
