import type {
  CallTool,
  Checkpoints,
  CompiledStep,
  StepCall,
  StepRecord,
} from '@guildline/pipeline-core';
import { redacted } from '../redaction/secret-shapes.ts';
import type { Execution } from '../runs/execution.ts';
import type { RunEnding } from '../runs/run.ts';
import type { CallPorts } from './call-ports.ts';
import { concludeStep } from './conclude-step.ts';
import type { KeptStep } from './kept-step.ts';
import { settleWaiting } from './settle-waiting.ts';
import { notMade, type Settled } from './settled.ts';
import { StepCaller } from './step-caller.ts';
import { toStepFailure } from './to-step-failure.ts';
import { waitingTools } from './waiting-tools.ts';
import { noteOf, type WorkflowNote } from './workflow-note.ts';
import { WriteCall } from './write-call.ts';

/** The run ends at a step, as it was kept. */
export class RunEnds extends Error {
  override readonly name: string = 'RunEnds';
  readonly ending: RunEnding;

  constructor(ending: RunEnding) {
    super(`The run ends as ${ending.status}.`);
    this.ending = ending;
  }
}

/** Runs the steps of one execution through `runSteps`: makes their calls, and keeps how they ended. */
export class StepKeeper implements Checkpoints {
  readonly #steps: readonly CompiledStep[];
  readonly #execution: Execution;
  readonly #ports: CallPorts;
  #note: WorkflowNote;
  /** What became of the call of the step that runs. */
  #settled: Settled | undefined;
  /** What the execution rejected with inside the step that runs. */
  #rejection: { readonly reason: unknown } | undefined;

  constructor(steps: readonly CompiledStep[], execution: Execution, ports: CallPorts) {
    this.#steps = steps;
    this.#execution = execution;
    this.#ports = ports;
    this.#note = noteOf(execution.run);
  }

  isKept(index: number): boolean {
    return this.#execution.isKept(index);
  }

  /** Rejects with {@link RunEnds} if the run ends at this step. */
  async keep(index: number, run: () => Promise<StepRecord>): Promise<StepRecord> {
    const step = this.#steps[index] as CompiledStep;
    const kept = await this.#execution.keep(index, `${index} ${step.tool}`, () =>
      this.#work(step, run),
    );
    if (kept.ending) throw new RunEnds(kept.ending);
    return kept.record as StepRecord;
  }

  /** Makes the call of a step. What the execution rejects with is kept back until the step has ended. */
  readonly call: CallTool = async (call) => {
    try {
      this.#settled = await this.#settle(call);
    } catch (reason) {
      this.#rejection = { reason };
      return { ok: false, error: notMade('The execution ended.') };
    }
    const { kind } = this.#settled;
    return kind === 'done'
      ? { ok: true, result: this.#settled.result }
      : { ok: false, error: this.#settled.error };
  };

  async #work(step: CompiledStep, run: () => Promise<StepRecord>): Promise<KeptStep> {
    const decided = await this.#takeDecision(step);
    if (decided) return decided;
    this.#settled = undefined;
    const record = await run();
    if (this.#rejection) throw this.#rejection.reason;
    return concludeStep({
      step,
      record,
      settled: this.#settled,
      note: this.#note,
      now: this.#ports.clock.now(),
    });
  }

  /** A decision counts for one call: it is gone before that call can be made. */
  async #takeDecision({ index, id, tool }: CompiledStep): Promise<KeptStep | undefined> {
    const { decision, ...rest } = this.#note;
    if (decision?.position !== index) return undefined;
    if (decision.outcome === 'not_applied') {
      await this.#execution.release(index);
      await this.#execution.update({ note: rest });
      this.#note = rest;
      return undefined;
    }
    const { outcome, result } = decision;
    const record: StepRecord =
      outcome === 'skip'
        ? { id, tool, status: 'skipped', duration_ms: 0 }
        : { id, tool, status: 'success', result: result ?? null, duration_ms: 0 };
    return { record, decision };
  }

  async #settle(call: StepCall): Promise<Settled> {
    if (this.#usesSecret(call)) return { kind: 'failed', error: secretLost(call) };
    if (waitingTools.has(call.tool)) return settleWaiting(call, this.#note, this.#ports.clock);
    const { slots, clock, callTime } = this.#ports;
    const tool = this.#ports.tools().find(call.tool);
    const caller = new StepCaller(this.#ports, this.#execution);
    if (tool && tool.effect !== 'read') {
      return await new WriteCall(call, tool, this.#execution, this.#ports, caller).settle();
    }
    const outcome = await slots.run(this.#execution.signal, () =>
      caller.call(call, clock.now() + callTime),
    );
    if (!outcome) {
      return {
        kind: 'failed',
        error: notMade('The workflow was cancelled before the call was made.'),
      };
    }
    return outcome.kind === 'result'
      ? { kind: 'done', result: outcome.structured, notes: outcome.notes }
      : { kind: 'failed', error: toStepFailure(outcome) };
  }

  /** True if a template was filled with a value that was not kept because it is a secret. */
  #usesSecret({ index, args }: StepCall): boolean {
    const mark = JSON.stringify(redacted);
    const written = this.#steps[index]?.args;
    return JSON.stringify(args).includes(mark) && !JSON.stringify(written).includes(mark);
  }
}

function secretLost({ tool }: StepCall) {
  return {
    code: 'PIPELINE_REFERENCE_UNRESOLVED',
    message: `An argument of ${tool} refers to a value that looks like a secret. A workflow keeps no secrets, so the step cannot run. Use a tool that needs none, or mcp_pipeline.`,
    retriable: false,
    outcome: 'not_applied',
  } as const;
}
