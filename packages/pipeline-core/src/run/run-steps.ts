import type { CallTool, StepFailure } from '../call-tool.ts';
import type { CompiledStep } from '../check/compiled-step.ts';
import type { RunResult, StepRecord } from '../outcome.ts';
import { fillArguments } from '../template/arguments.ts';
import { holds } from '../template/condition.ts';
import type { Checkpoints } from './checkpoints.ts';
import { findStop, isStop, type StopPorts } from './stop.ts';
import { toCallDefect, toTemplateFailure } from './to-failure.ts';

/** Everything that {@link runSteps} needs from outside. */
export interface RunPorts extends StopPorts {
  readonly call: CallTool;
  readonly checkpoints?: Checkpoints | undefined;
  /** Told of each step that ends in this run, after it has been kept; not of loaded ones. */
  onStep?(record: StepRecord, index: number): void;
}

/**
 * Runs steps one after the other. Each sees the results of those before it. A failure ends the run
 * unless the step says `continue_on_error`; a cancellation or a passed deadline ends it before the
 * next step. Either way the outcome tells what ran. Stopping is not rollback.
 *
 * @param steps All the steps that `checkSteps` gave, without issues.
 * @throws TypeError if a step is missing; whatever `checkpoints` rejects with.
 */
export async function runSteps(
  steps: readonly CompiledStep[],
  ports: RunPorts,
): Promise<RunResult> {
  if (steps.some(({ index }, position) => index !== position)) {
    throw new TypeError('runSteps takes all steps of checkSteps, and only if there are no issues.');
  }
  const started = ports.clock.now();
  const records: StepRecord[] = [];
  const variables: Record<string, unknown> = Object.create(null);
  let aborted = false;
  for (const step of steps) {
    const record = await recallOrRun(step, variables, ports);
    records.push(record);
    if (record.status === 'success') {
      variables[step.id] = record.result;
      if (step.saveAs !== undefined) variables[step.saveAs] = record.result;
    }
    aborted = record.status === 'error' && (!step.continueOnError || isStop(record.error));
    if (aborted) break;
  }
  const total_duration_ms = elapsed(started, ports);
  return { steps: records, variables, total_duration_ms, aborted };
}

type Variables = Readonly<Record<string, unknown>>;

async function recallOrRun(
  step: CompiledStep,
  variables: Variables,
  ports: RunPorts,
): Promise<StepRecord> {
  const { checkpoints } = ports;
  if (!checkpoints?.isKept(step.index)) {
    const stop = findStop(ports);
    if (stop) {
      const record = toErrorRecord(step, stop, 0);
      report(record, step.index, ports);
      return record;
    }
  }
  let hasRun = false;
  const run = () => {
    hasRun = true;
    return runStep(step, variables, ports, ports.clock.now());
  };
  const record = await (checkpoints?.keep(step.index, run) ?? run());
  if (hasRun) report(record, step.index, ports);
  return record;
}

async function runStep(
  step: CompiledStep,
  variables: Variables,
  ports: RunPorts,
  started: number,
): Promise<StepRecord> {
  const { index, id, tool, condition } = step;
  let args: Record<string, unknown>;
  try {
    if (condition && !holds(condition, variables)) {
      return { id, tool, status: 'skipped', duration_ms: elapsed(started, ports) };
    }
    args = fillArguments(step.compiledArguments, variables);
  } catch (error) {
    return toErrorRecord(step, toTemplateFailure(error), elapsed(started, ports));
  }
  const answer = await callTool({ index, id, tool, args }, ports.call);
  const duration_ms = elapsed(started, ports);
  if ('failure' in answer) return toErrorRecord(step, answer.failure, duration_ms);
  return { id, tool, status: 'success', result: answer.result, duration_ms };
}

async function callTool(
  call: Parameters<CallTool>[0],
  tool: CallTool,
): Promise<{ readonly result: unknown } | { readonly failure: StepFailure }> {
  try {
    const answer = await tool(call);
    if (answer.ok === true) return { result: answer.result ?? null };
    if (typeof answer.error.code === 'string') return { failure: answer.error };
    throw new TypeError('the answer is neither a result nor a failure');
  } catch (error) {
    return { failure: toCallDefect(error) };
  }
}

function toErrorRecord(
  { id, tool }: CompiledStep,
  error: StepFailure,
  duration_ms: number,
): StepRecord {
  return { id, tool, status: 'error', error, duration_ms };
}

/** Whole milliseconds since `started`; never negative, even if the clock is set back. */
function elapsed(started: number, { clock }: RunPorts): number {
  return Math.max(0, Math.round(clock.now() - started));
}

/** A listener that fails must not lose the record of what has already happened. */
function report(record: StepRecord, index: number, ports: RunPorts): void {
  try {
    ports.onStep?.(record, index);
  } catch {
    // The listener's defect is its own; the run goes on.
  }
}
