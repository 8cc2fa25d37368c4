import { AsyncResource } from 'node:async_hooks';
import type { DBOS, DBOSWorkflowConflictError } from '@dbos-inc/dbos-sdk';
import {
  type Claim,
  type Execution,
  ExecutionEnded,
  type Run,
  type RunPatch,
} from '@guildline/mcp-core';
import { NotJson } from '../dbos/json-serializer.ts';
import type { ExecutionRows, TakenRun } from '../rows/execution-rows.ts';
import { persist } from '../store/connection-error.ts';

/** Why an execution is over before its work is: the server stops, another execution owns the run, a statement failed. */
export type EndReason = 'stopping' | 'not_owner' | 'broken';

/** What an execution needs of its surroundings. */
export interface ExecutionSource {
  /** The engine's id of this execution; new for every one. */
  readonly id: string;
  readonly taken: TakenRun;
  readonly rows: ExecutionRows;
  readonly dbos: {
    readonly DBOS: Pick<typeof DBOS, 'runStep'>;
    readonly DBOSWorkflowConflictError: typeof DBOSWorkflowConflictError;
  };
  /** Aborted when the run's cancellation is asked for. */
  readonly signal: AbortSignal;
  /** Aborted when the server stops. */
  readonly stop: AbortSignal;
}

/**
 * An execution of a run inside a workflow of DBOS: a durable step is a step of DBOS with the number
 * of its position, whose result DBOS refuses to store for an execution that lost the workflow.
 * Created in the asynchronous context of that workflow.
 */
export class DbosExecution implements Execution {
  readonly run: Run;
  readonly signal: AbortSignal;
  readonly #source: ExecutionSource;
  readonly #context = new AsyncResource('GuildlineExecution');
  readonly #claimed = new Set<number>();
  #next = 0;
  #isInStep = false;
  #over: { readonly reason: EndReason; readonly cause: unknown } | undefined;

  constructor(source: ExecutionSource) {
    this.#source = source;
    this.run = source.taken.run;
    this.signal = source.signal;
  }

  /** Why the execution is over, if it is, and what went wrong. */
  get over(): { readonly reason: EndReason; readonly cause: unknown } | undefined {
    return this.#over;
  }

  /** Position of the step that runs or is next. */
  get position(): number {
    return this.#isInStep ? this.#next - 1 : this.#next;
  }

  isKept(position: number): boolean {
    const { stepNames, given } = this.#source.taken;
    return position < Math.max(stepNames.length, given.length);
  }

  async keep<Value>(position: number, name: string, work: () => Promise<Value>): Promise<Value> {
    if (position !== this.#next || this.#isInStep) {
      throw new TypeError(`Step ${position} was asked for out of order: ${this.#next} is next.`);
    }
    this.#refuseIfOver();
    this.#refuseIfStopping();
    const { stepNames, given } = this.#source.taken;
    const keptName = stepNames[position];
    if (keptName !== undefined) return this.#step(keptName, neverRun);
    if (position >= given.length) return this.#step(name, work);
    const value = await this.#step(name, async () => given[position] as Value);
    if (position === given.length - 1) {
      await this.#owned((rows, run, id) => rows.forgetGiven(run, id));
    }
    return value;
  }

  async claim(position: number, until: number): Promise<Claim | undefined> {
    this.#refuseIfOver();
    this.#refuseIfStopping();
    const marked = await this.#owned((rows, run, id) => rows.claim(run, id, position, until));
    const isRepeated = this.#claimed.has(position);
    this.#claimed.add(position);
    return isRepeated ? undefined : marked.earlier;
  }

  async release(position: number): Promise<void> {
    this.#refuseIfOver();
    await this.#owned((rows, run, id) => rows.release(run, id, position));
    this.#claimed.delete(position);
  }

  async update(patch: Omit<RunPatch, 'status' | 'wakeAt'>): Promise<void> {
    this.#refuseIfOver();
    await this.#owned((rows, run, id) => rows.update(run, id, patch));
  }

  /** Ends the execution from outside. */
  endFor(reason: EndReason, cause?: unknown): ExecutionEnded {
    this.#over ??= { reason, cause };
    return new ExecutionEnded(messages[this.#over.reason]);
  }

  /** A step of the engine. Nothing of it is stored if its work rejects. */
  async #step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const { DBOS, DBOSWorkflowConflictError } = this.#source.dbos;
    let failure: { readonly error: unknown } | undefined;
    const guarded = async (): Promise<Value> => {
      try {
        return await work();
      } catch (error) {
        failure = { error };
        // The one error that the engine does not store as the step's result.
        throw new DBOSWorkflowConflictError(this.run.id);
      }
    };
    this.#next += 1;
    this.#isInStep = true;
    try {
      return await this.#context.runInAsyncScope(() => DBOS.runStep(guarded, { name }));
    } catch (error) {
      if (failure !== undefined) throw failure.error;
      if (error instanceof NotJson) throw error;
      throw this.endFor(error instanceof DBOSWorkflowConflictError ? 'not_owner' : 'broken', error);
    } finally {
      this.#isInStep = false;
    }
  }

  /** A statement that counts only while this execution owns the run. */
  async #owned<Result>(
    statement: (
      rows: ExecutionRows,
      run: string,
      id: string,
    ) => Promise<Result | undefined | false>,
  ): Promise<Result> {
    const { rows, id, stop } = this.#source;
    let result: Result | undefined | false;
    try {
      result = await persist(() => statement(rows, this.run.id, id), { signal: stop });
    } catch (error) {
      throw this.endFor('broken', error);
    }
    if (result === undefined || result === false) throw this.endFor('not_owner');
    return result;
  }

  #refuseIfOver(): void {
    if (this.#over !== undefined) throw this.endFor(this.#over.reason);
  }

  /** A step in flight may finish; nothing new begins. */
  #refuseIfStopping(): void {
    if (this.#source.stop.aborted) throw this.endFor('stopping');
  }
}

const messages: Readonly<Record<EndReason, string>> = {
  stopping: 'The server stops; the run goes on when it starts again.',
  not_owner: 'Another execution owns the run.',
  broken: 'The database failed; the run is taken up again.',
};

function neverRun(): never {
  throw new TypeError('A step that is kept does not run again.');
}
