import type { CallResult, RecordCall } from '@guildline/pipeline-core';
import type { Execution } from '../../runs/execution.ts';
import { notMade } from '../../workflow/settled.ts';
import { toLookupAnswer } from '../../workflow/step-caller.ts';
import { WriteCall } from '../../workflow/write-call.ts';
import type { ExposedOperation } from '../exposed-operation.ts';
import type { RecordCaller } from '../record-caller.ts';
import type { RecordPipelines } from '../record-pipelines.ts';
import type { BatchKeeper } from './batch-keeper.ts';

/** Writes that one source record may lead to. */
const mostPerRecord = 1024;

/** Records of a run that writes: the place of a mark is an integer of 32 bits. */
export const mostWritten: number = 2 ** 31 / mostPerRecord;

/**
 * The writes of one execution. Each is marked just before it is made; one that an earlier execution
 * may have made is repeated if that is harmless, looked up if that is possible, and otherwise its
 * record is reported as unknown.
 */
export class RecordWriter {
  readonly #execution: Execution;
  readonly #keeper: BatchKeeper;
  readonly #caller: RecordCaller;
  readonly #pipelines: RecordPipelines;
  readonly #unstoppable: AbortSignal = new AbortController().signal;
  #position = -1;
  #writes = 0;

  constructor(
    execution: Execution,
    keeper: BatchKeeper,
    caller: RecordCaller,
    pipelines: RecordPipelines,
  ) {
    this.#execution = execution;
    this.#keeper = keeper;
    this.#caller = caller;
    this.#pipelines = pipelines;
  }

  /** Makes one write. Never rejects: what the execution rejects with ends it. */
  async write(call: RecordCall, operation: ExposedOperation): Promise<CallResult> {
    const index = this.#markOf(call.position);
    if (index === undefined) {
      const message = `One record leads to more than ${mostPerRecord} writes. Split it before the pipeline.`;
      return { ok: false, error: notMade(message) };
    }
    try {
      return await this.#settle(call, operation, index);
    } catch (reason) {
      this.#keeper.break(reason);
      return { ok: false, error: notMade('The execution ended.') };
    }
  }

  async #settle(
    { step: { step }, settings: args, key }: RecordCall,
    operation: ExposedOperation,
    index: number,
  ): Promise<CallResult> {
    const caller = this.#caller;
    const common = { step, operation, args, key, signal: this.#unstoppable };
    const settled = await new WriteCall(
      { index, id: key, tool: operation.tool, args },
      operation.definition,
      {
        signal: this.#keeper.broken,
        claim: (position, until) => this.#execution.claim(position, until),
        release: (position) => this.#execution.release(position),
      },
      this.#pipelines,
      {
        call: (_step, deadline) => caller.call({ ...common, deadline }),
        lookUp: async (_step, since, deadline) =>
          toLookupAnswer(await caller.call({ ...common, deadline, lookup: { since } })),
      },
    ).settle();
    if (settled.kind === 'done') return { ok: true, result: settled.result };
    return { ok: false, error: settled.error };
  }

  /** Place of the mark of a record's next write: the same whenever the record is worked on again. */
  #markOf(position: number): number | undefined {
    if (position !== this.#position) {
      this.#position = position;
      this.#writes = 0;
    }
    if (this.#writes === mostPerRecord) return undefined;
    this.#writes += 1;
    return position * mostPerRecord + this.#writes - 1;
  }
}
