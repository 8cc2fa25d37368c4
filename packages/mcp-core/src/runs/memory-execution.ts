import type { Clock } from '@guildline/pipeline-core';
import { type Claim, type Execution, ExecutionEnded } from './execution.ts';
import type { MemoryRun, Owner } from './memory-run.ts';
import type { Run, RunPatch } from './run.ts';

/** What an execution in memory belongs to. */
interface ExecutionHost {
  readonly clock: Clock;
  /** True once no new step may start. */
  isClosed(): boolean;
}

/** One execution of a run in memory. */
export class MemoryExecution implements Execution, Owner {
  readonly run: Run;
  readonly #stored: MemoryRun;
  readonly #host: ExecutionHost;
  readonly #controller = new AbortController();
  #inFlight: Promise<unknown> | undefined;

  constructor(stored: MemoryRun, host: ExecutionHost) {
    this.#stored = stored;
    this.#host = host;
    this.run = stored.view();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller.abort();
  }

  async settled(): Promise<unknown> {
    return await this.#inFlight?.catch(() => undefined);
  }

  isKept(position: number): boolean {
    return this.#stored.isKept(position);
  }

  async keep<Value>(position: number, _name: string, work: () => Promise<Value>): Promise<Value> {
    this.#check();
    if (this.#host.isClosed()) throw new ExecutionEnded('The server stops.');
    if (this.#stored.isKept(position)) return this.#stored.valueAt(position) as Value;
    this.#inFlight = work();
    const value = await this.#inFlight;
    this.#check();
    this.#stored.keep(position, value);
    return this.#stored.valueAt(position) as Value;
  }

  async claim(position: number, until: number): Promise<Claim | undefined> {
    this.#check();
    return this.#stored.claim(position, until, this, this.#host.clock.now());
  }

  async release(position: number): Promise<void> {
    this.#check();
    this.#stored.release(position);
  }

  async update(patch: Omit<RunPatch, 'status' | 'wakeAt'>): Promise<void> {
    this.#check();
    this.#stored.change(patch, this.#host.clock.now());
  }

  #check(): void {
    if (!this.#stored.isOwnedBy(this)) {
      throw new ExecutionEnded('Another execution owns the run.');
    }
  }
}
