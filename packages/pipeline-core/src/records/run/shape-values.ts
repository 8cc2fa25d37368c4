import type { Cancellation } from '../../call-tool.ts';
import type { CompiledRecordStep } from '../compile/record-plan.ts';
import { recordLimits } from '../record-limits.ts';
import type { OpenTransform, RecordFailure, TransformOutcome } from '../transform.ts';
import type { ValueStream } from './call-values.ts';
import type { ValueInFlight } from './record-in-flight.ts';
import type { RecordRun } from './record-run.ts';
import { toRecordFailure } from './to-record-failure.ts';

/**
 * The stop signal of a transform. It is silent while the transform works on a record that goes on
 * although the run stops: something is written for it already.
 */
export class TransformSignal implements Cancellation {
  batch: readonly ValueInFlight[] = [];
  readonly #run: RecordRun;

  constructor(run: RecordRun) {
    this.#run = run;
  }

  get aborted(): boolean {
    return (
      this.#run.stop.isStopping && !this.batch.some(({ record }) => this.#run.stop.goesOn(record))
    );
  }
}

/** A transform at work in a step. */
export interface TransformStage {
  readonly step: CompiledRecordStep;
  readonly open: OpenTransform;
  readonly signal: TransformSignal;
}

/** A step whose transform shapes each value, in batches. A terminal gives nothing on. */
export async function* shapeValues(
  stage: TransformStage,
  input: ValueStream,
  run: RecordRun,
): ValueStream {
  const { plan, call } = stage.step;
  for await (const values of input) {
    for (let from = 0; from < values.length; from += recordLimits.batch) {
      const part = values.slice(from, from + recordLimits.batch);
      const batch = call ? part : run.admitAll(part, plan.step);
      if (batch.length === 0) continue;
      const outcomes = await applyTransform(stage, batch, run);
      if (outcomes) yield* settle(stage, batch, outcomes, run);
      if (plan.terminal !== 'none') run.reportProgress();
    }
  }
}

/** Gives on what the values became, no more than a batch at a time. */
function* settle(
  stage: TransformStage,
  batch: readonly ValueInFlight[],
  outcomes: readonly TransformOutcome[],
  run: RecordRun,
): Generator<readonly ValueInFlight[], void, void> {
  let given: ValueInFlight[] = [];
  for (let index = 0; index < batch.length; index += 1) {
    const value = batch[index] as ValueInFlight;
    const outcome = outcomes[index] as TransformOutcome;
    for (const shaped of count(stage, value, outcome, run)) {
      given.push({ record: value.record, value: shaped, incoming: shaped });
      if (given.length < recordLimits.batch) continue;
      yield given;
      given = [];
    }
  }
  if (given.length > 0) yield given;
}

/** Counts what became of a value. Gives what goes on. */
function count(
  stage: TransformStage,
  value: ValueInFlight,
  outcome: TransformOutcome,
  run: RecordRun,
): readonly unknown[] {
  const { step, terminal } = stage.step.plan;
  const failure =
    'failure' in outcome
      ? outcome.failure
      : refuseMany(value.record.spread + outcome.values.length);
  if (failure) {
    rejectShaped(stage, value, failure, run);
    return [];
  }
  if (terminal !== 'none') {
    run.pass(value, step, 1);
    run.deliver(value.record);
    return [];
  }
  const { values } = outcome as Extract<TransformOutcome, { values: unknown }>;
  value.record.spread += Math.max(0, values.length - 1);
  run.pass(value, step, values.length);
  return values;
}

/** Held for all steps together: what spreads at each of them would never end. */
function refuseMany(values: number): RecordFailure | undefined {
  if (values <= recordLimits.valuesOfOne) return undefined;
  const message = `it became ${values} values; at most ${recordLimits.valuesOfOne} are allowed. Give fewer, or keep them in one list.`;
  return { code: 'RECORD_TRANSFORM_FAILED', message };
}

/** A transform that was told to stop says so of the values that it did not begin with. */
function rejectShaped(
  { step }: TransformStage,
  value: ValueInFlight,
  failure: RecordFailure,
  run: RecordRun,
): void {
  const isStop = failure.code === 'CANCELLED' && !run.stop.goesOn(value.record);
  if (isStop) run.abandon(value.record, step.plan.step);
  else run.reject(value, step.plan.step, failure);
}

/** The outcomes of a batch; `undefined` if the transform broke its contract, which ends the run. */
async function applyTransform(
  { step: { plan }, open, signal }: TransformStage,
  batch: readonly ValueInFlight[],
  run: RecordRun,
): Promise<readonly TransformOutcome[] | undefined> {
  if (plan.terminal !== 'none') for (const { record } of batch) record.isCommitted = true;
  signal.batch = batch;
  try {
    const outcomes = await open.apply(
      batch.map(({ value }) => value),
      batch.map(({ incoming }) => incoming),
    );
    refuseNonsense(outcomes, batch.length);
    return outcomes;
  } catch (error) {
    const failure = toRecordFailure(`${plan.transform} could not work on its records`, error);
    run.stop.halt(plan.step, failure);
    for (const value of batch) run.reject(value, plan.step, failure);
    return undefined;
  } finally {
    signal.batch = [];
  }
}

function refuseNonsense(outcomes: readonly TransformOutcome[], values: number): void {
  if (outcomes.length !== values) {
    throw new TypeError(`it gave ${outcomes.length} outcomes for ${values} values`);
  }
  for (const outcome of outcomes) {
    if (!('failure' in outcome) && !Array.isArray(outcome.values)) {
      throw new TypeError('an outcome has neither values nor a failure');
    }
  }
}
