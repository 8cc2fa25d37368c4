import { Worker } from 'node:worker_threads';
import { RecordError } from '@guildline/pipeline-core';
import type { CompiledCode } from './compile-code.ts';
import { loadInterpreter } from './interpreter.ts';
import type { JavaScriptLimits } from './limits.ts';
import { sandboxProgram } from './sandbox-program.ts';
import { workerProgram } from './worker-program.ts';

/** Records as JSON, and for each what came into the step if the code asks for it. */
export interface Batch {
  readonly records: readonly string[];
  readonly incoming: readonly string[] | undefined;
}

/** How a batch ended: with one answer for each record, or with the end of the worker at one of them. */
export type BatchEnd =
  | { readonly answers: readonly string[] }
  | { readonly endedAt: number; readonly isHung: boolean };

/** What the sandbox is told of the code. */
export interface SandboxTask {
  readonly code: CompiledCode;
  readonly isFilter: boolean;
  readonly limits: JavaScriptLimits;
}

/** Longest time for a worker to start in, in milliseconds. */
const longestStart = 30_000;

/** One worker thread with one interpreter. It can be ended at any time, whatever the code does. */
export class SandboxWorker {
  readonly #worker: Worker;
  readonly #limits: JavaScriptLimits;
  /** The number of the record in work, 0 for none; and a flag that asks to stop. */
  readonly #state: Int32Array;
  #first = 1;
  #end: (end: BatchEnd | Error) => void = () => {};
  #death: Error | undefined;

  private constructor(worker: Worker, limits: JavaScriptLimits, state: Int32Array) {
    this.#worker = worker;
    this.#limits = limits;
    this.#state = state;
    worker.on('message', (message: { readonly answers: readonly string[] }) => this.#end(message));
    worker.on('error', (error) => this.#die(error));
    worker.on('exit', () => this.#die(new Error('The worker of the JavaScript sandbox exited.')));
  }

  /**
   * Starts a worker with the code compiled in it.
   *
   * @throws RecordError if the interpreter refuses the code.
   */
  static async start({ code, isFilter, limits }: SandboxTask): Promise<SandboxWorker> {
    const state = new Int32Array(new SharedArrayBuffer(8));
    const { outputLength, depth } = limits;
    const worker = new Worker(workerProgram, {
      eval: true,
      name: 'guildline-javascript',
      env: {},
      argv: [],
      execArgv: [],
      // What a library prints there must not reach this process's output.
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: 192 },
      workerData: {
        ...(await loadInterpreter()),
        sandboxProgram,
        code: code.source,
        options: { isFilter, isExpression: code.isExpression, outputLength, depth },
        limits,
        state: state.buffer,
      },
    });
    await isReady(worker);
    return new SandboxWorker(worker, limits, state);
  }

  /**
   * Runs one batch; not called again before it resolves.
   *
   * @param isStopped asked a few times a second; once it says yes, the record in work is the last.
   */
  async run(batch: Batch, isStopped: () => boolean): Promise<BatchEnd> {
    if (this.#death) throw this.#death;
    let watch: NodeJS.Timeout | undefined;
    try {
      return await new Promise<BatchEnd>((fulfil, reject) => {
        this.#end = (end) => (end instanceof Error ? reject(end) : fulfil(end));
        watch = this.#watch(isStopped);
        Atomics.store(this.#state, 1, isStopped() ? 1 : 0);
        this.#worker.postMessage({ first: this.#first, ...batch });
      });
    } finally {
      clearInterval(watch);
      this.#first += batch.records.length;
    }
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Ends the worker once the same record has been in work for the hard limit. */
  #watch(isStopped: () => boolean): NodeJS.Timeout {
    const { hardTime } = this.#limits;
    let seen = 0;
    let since = performance.now();
    return setInterval(() => {
      if (isStopped()) Atomics.store(this.#state, 1, 1);
      const current = Atomics.load(this.#state, 0);
      if (current !== seen || current === 0) {
        seen = current;
        since = performance.now();
      } else if (performance.now() - since >= hardTime) {
        this.#end({ endedAt: current - this.#first, isHung: true });
      }
    }, hardTime / 8);
  }

  #die(error: Error): void {
    this.#death = error;
    const current = Atomics.load(this.#state, 0);
    this.#end(current === 0 ? error : { endedAt: current - this.#first, isHung: false });
  }
}

async function isReady(worker: Worker): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((fulfil, reject) => {
      timer = setTimeout(reject, longestStart, new Error('The JavaScript sandbox did not start.'));
      worker.once('error', reject);
      worker.once('message', (message: { readonly refused?: string }) =>
        message.refused === undefined
          ? fulfil()
          : reject(new RecordError('RECORD_SETTINGS_INVALID', refusal(message.refused))),
      );
    });
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function refusal(message: string): string {
  return `transformSettings.code cannot be run: ${message}. Use plain JavaScript without newer syntax.`;
}
