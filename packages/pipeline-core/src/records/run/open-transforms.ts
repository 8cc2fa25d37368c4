import type { CompiledRecordPipeline } from '../compile/record-plan.ts';
import type { ArtifactSink } from '../transform.ts';
import type { RecordRun } from './record-run.ts';
import { TransformSignal, type TransformStage } from './shape-values.ts';
import { toRecordFailure } from './to-record-failure.ts';

/** The transforms of one run, by step. */
export class OpenTransforms {
  readonly #stages = new Map<number, TransformStage>();

  at(step: number): TransformStage | undefined {
    return this.#stages.get(step);
  }

  /** Opens them all, before the first record is read. One that cannot be opened ends the run. */
  async open({ steps }: CompiledRecordPipeline, run: RecordRun, sink: ArtifactSink): Promise<void> {
    const { clock } = run.ports;
    for (const step of steps) {
      const { plan, transform } = step;
      if (!transform) continue;
      const signal = new TransformSignal(run);
      const kept = plan.terminal === 'none' ? undefined : run.kept;
      const resume = kept ? { resumeFrom: kept.terminal } : {};
      const ports = { clock, signal, sink, ...resume };
      try {
        const open = await transform.open(plan.transformSettings, ports);
        this.#stages.set(plan.step, { step, open, signal });
      } catch (error) {
        const failure = toRecordFailure(`${transform.name} could not be opened`, error);
        run.stop.halt(plan.step, failure);
        return;
      }
    }
  }

  /** Lets all of them free what they hold. */
  async close(): Promise<void> {
    for (const { open } of this.#stages.values()) {
      try {
        await open.close();
      } catch {
        // The run has its outcome; what a transform could not free is not a part of it.
      }
    }
  }
}
