import type { CallResult, StepFailure } from '../../call-tool.ts';
import { isStop } from '../../run/stop.ts';
import { toCallDefect } from '../../run/to-failure.ts';
import type { CompiledRecordStep } from '../compile/record-plan.ts';
import { fillSettings } from './fill-settings.ts';
import type { ValueInFlight } from './record-in-flight.ts';
import type { RecordRun } from './record-run.ts';
import { ReusedAnswers } from './reused-answers.ts';
import type { ValueFailure } from './run-stop.ts';
import type { Slots } from './slots.ts';

/** Calls the operation of one step for one value after the other, or for several at a time. */
export class OperationCaller {
  readonly #step: CompiledRecordStep & Required<Pick<CompiledRecordStep, 'call'>>;
  readonly #run: RecordRun;
  readonly #slots: Slots;
  readonly #answers: ReusedAnswers | undefined;

  constructor(
    step: CompiledRecordStep & Required<Pick<CompiledRecordStep, 'call'>>,
    run: RecordRun,
  ) {
    this.#step = step;
    this.#run = run;
    this.#slots = run.slotsOf(step);
    const { effect, reusable } = step.call.operation;
    this.#answers = reusable && effect === 'read' ? new ReusedAnswers() : undefined;
  }

  /**
   * What the operation gives for a value; `undefined` if the value ended here. Begins once there is a
   * place for the call. Never rejects.
   */
  async call(value: ValueInFlight): Promise<ValueInFlight | undefined> {
    await this.#slots.take();
    try {
      return await this.#begin(value);
    } finally {
      this.#slots.release();
    }
  }

  async #begin(value: ValueInFlight): Promise<ValueInFlight | undefined> {
    const { plan, call, transform } = this.#step;
    const run = this.#run;
    if (!run.admits(value, plan.step)) return undefined;
    const settings = fillSettings(call.settings, value.value);
    if ('failure' in settings) {
      run.reject(value, plan.step, settings.failure);
      return undefined;
    }
    if (plan.writes) value.record.isCommitted = true;
    const answer = await this.#ask(value, settings.filled);
    if (answer.ok) {
      if (plan.writes) value.record.markWritten(plan.step);
      if (!transform) run.pass(value, plan.step, 1);
      return { record: value.record, incoming: value.value, value: answer.result ?? null };
    }
    this.#reject(value, answer.error);
    return undefined;
  }

  /** A read that ended without an answer changed nothing, whatever became of it. */
  #reject(value: ValueInFlight, failure: StepFailure): void {
    const { step, writes } = this.#step.plan;
    const outcome: ValueFailure['outcome'] = writes ? failure.outcome : 'not_applied';
    const { record } = value;
    if (isStop(failure) && !this.#run.stop.goesOn(record)) {
      this.#run.abandon(record, step);
      return;
    }
    if (outcome !== 'not_applied') record.markWritten(step);
    this.#run.reject(value, step, { code: failure.code, message: failure.message, outcome });
  }

  #ask(value: ValueInFlight, settings: Record<string, unknown>): Promise<CallResult> {
    const ask = () => this.#askOnce(value, settings);
    return this.#answers ? this.#answers.get(settings, ask) : ask();
  }

  async #askOnce(
    { record, value }: ValueInFlight,
    settings: Record<string, unknown>,
  ): Promise<CallResult> {
    const step = this.#step.plan;
    const { position } = record;
    try {
      const key = record.nextKey(step.step);
      const answer = await this.#run.ports.call({ step, record: value, settings, position, key });
      const isAnswer = answer.ok === true || typeof answer.error.code === 'string';
      if (isAnswer) return answer;
      throw new TypeError('the answer is neither a result nor a failure');
    } catch (error) {
      return { ok: false, error: toCallDefect(error) };
    }
  }
}
