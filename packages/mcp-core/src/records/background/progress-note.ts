import type { Clock, RecordCounts, RecordPlan } from '@guildline/pipeline-core';
import type { Execution } from '../../runs/execution.ts';
import { toSummary } from '../to-run-answer.ts';
import type { RecordsNote } from './records-input.ts';

/** Milliseconds between two reports. */
const interval = 1000;

/** Tells, while a run is executed, how far it has come; not with every record. */
export class ProgressNote {
  readonly #execution: Execution;
  readonly #plan: RecordPlan;
  readonly #clock: Clock;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(execution: Execution, plan: RecordPlan, clock: Clock) {
    this.#execution = execution;
    this.#plan = plan;
    this.#clock = clock;
  }

  /** Rejects with what the execution rejects with. */
  async tell(counts: RecordCounts): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#toldAt < interval) return;
    this.#toldAt = now;
    const summary = toSummary(this.#plan, { counts, truncated: false });
    const note: RecordsNote = { summary, artifact: this.#plan.artifact };
    await this.#execution.update({ note });
  }
}
