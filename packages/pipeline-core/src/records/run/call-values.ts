import type { CompiledRecordStep } from '../compile/record-plan.ts';
import { recordLimits } from '../record-limits.ts';
import { OperationCaller } from './call-operation.ts';
import { mapInOrder } from './map-in-order.ts';
import type { ValueInFlight } from './record-in-flight.ts';
import type { RecordRun } from './record-run.ts';

/** Values on their way from one step to the next, some at a time. */
export type ValueStream = AsyncGenerator<readonly ValueInFlight[], void, void>;

/** A step that calls its operation for each value that comes in. */
export async function* callValues(
  step: CompiledRecordStep & Required<Pick<CompiledRecordStep, 'call'>>,
  concurrency: number,
  input: ValueStream,
  run: RecordRun,
): ValueStream {
  const caller = new OperationCaller(step, run);
  const outcomes = mapInOrder(input, (value: ValueInFlight) => caller.call(value), concurrency);
  for await (const values of outcomes) {
    const given = values.filter((value) => value !== undefined);
    if (given.length > 0) yield given;
  }
}

/**
 * Calls that each step may have in flight. From the first step that writes on, there is one: a record
 * is finished before the next one begins to write, so a stop or a crash meets a single record.
 */
export function concurrencyOf(steps: readonly CompiledRecordStep[]): readonly number[] {
  const firstWrite = steps.findIndex(({ plan }) => plan.writes);
  return steps.map(({ call }, index) => {
    if (firstWrite !== -1 && index >= firstWrite) return 1;
    return Math.max(1, call?.resource.concurrency ?? recordLimits.concurrency);
  });
}
