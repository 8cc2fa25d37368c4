import { expect } from 'vitest';
import {
  type Caller,
  createDispatcher,
  createMemoryRunEngine,
  createRegistry,
  createWorkflows,
  type Dispatch,
  type Execution,
  type MemoryRunEngine,
  metaTools,
  type Onion,
  type Outcome,
  type Registry,
  type Rights,
  type ToolDefinition,
  type ToolErrorShape,
  type Workflows,
  type WorkflowsSource,
} from '../../src/index.ts';
import { alice, ManualClock } from '../fakes.ts';
import { Platform } from './platform.ts';

export const target = { profile_id: 'default' };
export const bob: Caller = { id: 'bob', groups: [] };

/** What the tools of workflows answer. */
export interface Summary {
  id: string;
  status: string;
  target: object;
  current_step: number;
  total_steps: number;
  completed_steps: number;
  cancel_requested: boolean;
  updated_at: string;
  failure?: { code: string; message: string };
}

export interface WorldOptions
  extends Partial<Pick<WorkflowsSource, 'checkTarget' | 'callTime' | 'sleep'>> {
  readonly tools?: readonly ToolDefinition[];
  readonly approvers?: readonly string[];
  readonly callerOf?: (id: string) => Caller | undefined;
  readonly concurrency?: number;
  readonly onion?: Onion;
  readonly rightsOf?: (caller: Caller) => Rights;
  /** Stands between the engine and the work, as a crash does. */
  readonly around?: (execution: Execution, engine: MemoryRunEngine) => Execution;
  readonly promoteAfter?: number;
}

export interface WorkflowWorld {
  readonly clock: ManualClock;
  readonly platform: Platform;
  readonly engine: MemoryRunEngine;
  readonly registry: Registry;
  readonly workflows: Workflows;
  readonly dispatch: Dispatch;
  /** Calls a tool and gives the outcome. */
  call(tool: string, args: object, caller?: Caller): Promise<Outcome>;
  /** Starts steps, lets them run as far as they come by themselves, and gives where they stand. */
  run(steps: readonly object[], more?: object): Promise<Summary>;
  /** Starts steps and gives the answer of `workflow_start`. */
  start(steps: readonly object[], more?: object): Promise<Summary>;
  status(id: string): Promise<Summary>;
  /** Calls `workflow_resume`, lets the workflow run on, and gives where it stands. */
  resume(id: string, verdict?: object): Promise<Summary>;
  result(id: string): Promise<{ steps: Record<string, unknown>[]; variables: object }>;
}

/** Durable workflows over an engine in memory, on a platform of things; sleeping moves the clock. */
export function startWorld(options: WorldOptions = {}): WorkflowWorld {
  const clock = new ManualClock();
  const platform = new Platform(clock);
  const known = new Map([alice, bob].map((caller) => [caller.id, caller]));
  const workflows = createWorkflows({
    engine: async () => engine,
    dispatch: (name, args, request) => dispatch(name, args, request),
    tools: () => registry,
    callerOf: options.callerOf ?? ((id) => known.get(id)),
    clock,
    profileId: 'default',
    approvers: () => options.approvers ?? [],
    concurrency: options.concurrency,
    checkTarget: options.checkTarget,
    callTime: options.callTime,
    sleep:
      options.sleep ??
      (async (milliseconds, signal) => {
        signal.throwIfAborted();
        clock.advance(milliseconds);
      }),
  });
  const around = options.around ?? ((execution) => execution);
  const engine: MemoryRunEngine = createMemoryRunEngine({
    clock,
    execute: (execution) => workflows.execute(around(execution, engine)),
  });
  const registry = createRegistry({
    tools: [
      ...platform.tools,
      ...(options.tools ?? []),
      ...metaTools({ workflows, promoteAfter: options.promoteAfter }),
    ],
  });
  const dispatch = createDispatcher({
    tools: registry,
    clock,
    onion: options.onion,
    rightsOf: options.rightsOf,
  });
  const call: WorkflowWorld['call'] = (tool, args, caller = alice) =>
    dispatch(tool, args, { caller });
  const status = async (id: string) =>
    structuredOf<Summary>(await call('workflow_status', { id, target }));
  const start: WorkflowWorld['start'] = async (steps, more = {}) =>
    structuredOf<Summary>(await call('workflow_start', { target, steps, ...more }));
  return {
    clock,
    platform,
    engine,
    registry,
    workflows,
    dispatch,
    call,
    status,
    start,
    run: async (steps, more) => {
      const { id } = await start(steps, more);
      await engine.idle();
      const run = await engine.find(id);
      expect(run).toBeDefined();
      return more && 'target' in more
        ? structuredOf<Summary>(await call('workflow_status', { id, target: more.target }))
        : await status(id);
    },
    resume: async (id, verdict) => {
      const args = { id, target, ...(verdict ? { verdict } : {}) };
      structuredOf(await call('workflow_resume', args));
      await engine.idle();
      return await status(id);
    },
    result: async (id) => structuredOf(await call('workflow_result', { id, target })),
  };
}

/** The result of an outcome that has to be one. */
export function structuredOf<Value>(outcome: Outcome): Value {
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  return outcome.structured as Value;
}

/** The error of an outcome that has to be one. */
export function errorOf(outcome: Outcome): ToolErrorShape {
  if (outcome.kind !== 'error') throw new Error(`No error: ${JSON.stringify(outcome)}`);
  return outcome.error.toJSON();
}

/** One step that makes a thing. */
export function make(name: string, tool = 'things_make', more: object = {}) {
  return { id: name, tool, args: { name }, ...more };
}
