import { randomBytes } from 'node:crypto';
import type { Step, StepRecord } from '@guildline/pipeline-core';
import { digestOf } from '../approval/digest.ts';
import type { CallContext } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Run } from '../runs/run.ts';
import type { WorkflowTarget } from '../runs/target.ts';
import { type KeptStep, toKeptRecord } from './kept-step.ts';
import { inputOf, type WorkflowInput, workflowKind } from './workflow-input.ts';
import type { Workflows } from './workflows.ts';

/** What a workflow is started with; its steps are checked and, where it was needed, approved. */
interface NewWorkflow {
  readonly target: WorkflowTarget;
  readonly steps: readonly Step[];
  readonly key?: string | undefined;
  /** Of the first steps: how they have ended already. */
  readonly done?: readonly StepRecord[];
}

/**
 * Keeps a workflow and queues it. With a key that is known, gives the workflow that has it.
 *
 * @throws ToolError `WORKFLOW_KEY_CONFLICT` if the key belongs to other steps or another target
 */
export async function startRun(
  workflows: Workflows,
  { target, steps, key, done = [] }: NewWorkflow,
  context: Pick<CallContext, 'caller' | 'grants' | 'trace'>,
): Promise<Run> {
  const digest = digestOf({ target, steps });
  const input: WorkflowInput = {
    target,
    steps,
    grants: [...(context.grants ?? [])],
    digest,
    trace_id: context.trace.traceId,
  };
  const engine = await workflows.engine();
  const { run, isNew } = await engine.start({
    id: `wf_${randomBytes(16).toString('hex')}`,
    kind: workflowKind,
    caller: context.caller.id,
    key,
    input,
    given: done.map((record): KeptStep => ({ record: toKeptRecord(record) })),
  });
  if (isNew || inputOf(run).digest === digest) return run;
  throw new ToolError({
    code: 'WORKFLOW_KEY_CONFLICT',
    message: `The idempotency_key belongs to workflow ${run.id}, which has other steps or another target. Nothing was started; use a new key.`,
    details: { id: run.id },
  });
}
