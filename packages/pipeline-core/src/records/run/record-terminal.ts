import type { CompiledRecordPipeline } from '../compile/record-plan.ts';
import type { ArtifactSink, OpenTransform } from '../transform.ts';
import type { RecordRun } from './record-run.ts';
import { toRecordFailure } from './to-record-failure.ts';

/** The artifact of a run: where the terminal writes it, and how it is kept and ended. */
export class RecordTerminal {
  readonly sink: ArtifactSink;
  readonly #run: RecordRun;
  readonly #step: number;
  readonly #name: string;
  #isBroken = false;

  constructor({ plan }: CompiledRecordPipeline, run: RecordRun) {
    const last = plan.steps.at(-1);
    this.#run = run;
    this.#step = last?.step ?? 0;
    this.#name = last?.transform ?? '';
    this.sink = { write: (chunk) => this.#write(chunk) };
  }

  /** What the terminal needs to go on after what it has written; nothing of a step that is no terminal. */
  async suspend(open: OpenTransform | undefined): Promise<unknown> {
    return (await this.#attempt(async () => open?.suspend?.())) ?? null;
  }

  /** Writes the end of the artifact, also of a run that was stopped: it holds the rows until then. */
  async finish(open: OpenTransform): Promise<void> {
    if (this.#isBroken) return;
    await this.#attempt(() => open.finish());
  }

  async #attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#fail(`${this.#name} could not write what it rendered`, error);
      return undefined;
    }
  }

  async #write(chunk: string | Uint8Array): Promise<void> {
    try {
      await this.#run.ports.artifact?.write(chunk);
    } catch (error) {
      this.#fail('The artifact could not be written', error);
      throw error;
    }
  }

  #fail(what: string, error: unknown): void {
    this.#isBroken = true;
    this.#run.stop.halt(this.#step, toRecordFailure(what, error));
  }
}
