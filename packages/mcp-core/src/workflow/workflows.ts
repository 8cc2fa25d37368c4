import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@guildline/pipeline-core';
import type { CallContext, Caller } from '../context.ts';
import type { Dispatch } from '../dispatch.ts';
import type { ToolError } from '../errors/tool-error.ts';
import type { Registry } from '../registry.ts';
import type { Execute } from '../runs/execution.ts';
import type { RunEngine } from '../runs/run-engine.ts';
import type { WorkflowTarget } from '../runs/target.ts';
import type { Sleep } from './call-ports.ts';
import { CallSlots } from './call-slots.ts';
import { createExecute } from './execute-workflow.ts';
import { keepToTarget } from './keep-to-target.ts';

/** Says why a workflow may not be bound to a target: another bot, a channel that is not in the guild. */
export type CheckTarget = (
  target: WorkflowTarget,
  context: Pick<CallContext, 'clock' | 'deadline' | 'signal'>,
) => Promise<ToolError | undefined>;

/** The parts of {@link createWorkflows}. Nothing is asked for before a workflow is. */
export interface WorkflowsSource {
  /** The durable engine, which executes with {@link Workflows.execute}. */
  readonly engine: () => Promise<RunEngine>;
  readonly dispatch: Dispatch;
  readonly tools: () => Registry;
  /** A caller with the groups that it has now; `undefined` if nobody knows it any more. */
  readonly callerOf: (id: string) => Caller | undefined;
  readonly clock: Clock;
  /** The profile that the server runs. */
  readonly profileId: string;
  readonly checkTarget?: CheckTarget | undefined;
  /** Ids of the callers that may answer the questions of others. */
  readonly approvers?: (() => readonly string[]) | undefined;
  /** Milliseconds after which the call of a step is given up. Defaults to a minute. */
  readonly callTime?: number | undefined;
  /** How many calls of workflows are made at the same time. Defaults to 8. */
  readonly concurrency?: number | undefined;
  /** Waits; timers when absent. */
  readonly sleep?: Sleep | undefined;
}

/** Durable workflows: the work behind their runs, and what their tools need. */
export interface Workflows {
  /** The work of a run of kind `workflow`. */
  readonly execute: Execute;
  readonly engine: () => Promise<RunEngine>;
  readonly clock: Clock;
  readonly profileId: string;
  readonly checkTarget: CheckTarget;
  readonly approvers: () => readonly string[];
}

/** Puts workflows together. Starts nothing. */
export function createWorkflows(source: WorkflowsSource): Workflows {
  const { engine, clock, profileId, dispatch, tools, callerOf } = source;
  const { sleep = sleepInTime, callTime = 60_000, concurrency = 8 } = source;
  const { checkTarget = async () => undefined } = source;
  const slots = new CallSlots(concurrency);
  const work = createExecute({ dispatch, tools, callerOf, clock, sleep, callTime, slots });
  return {
    execute: keepToTarget(work, { profileId, checkTarget, clock, callTime }),
    engine,
    clock,
    profileId,
    checkTarget,
    approvers: source.approvers ?? (() => []),
  };
}

/** The longest time that a timer of Node takes. */
const longestTimer = 2 ** 31 - 1;

/** Waits in real time, with a timer that keeps no process alive. */
export const sleepInTime: Sleep = (milliseconds, signal) =>
  wait(Math.min(milliseconds, longestTimer), undefined, { signal, ref: false });
