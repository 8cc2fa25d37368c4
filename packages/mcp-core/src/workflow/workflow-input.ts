import type { Step } from '@guildline/pipeline-core';
import type { StepGrant } from '../approval/grant.ts';
import type { Run } from '../runs/run.ts';
import type { WorkflowTarget } from '../runs/target.ts';

/** The kind of run that a workflow is. */
export const workflowKind = 'workflow';

/** What a workflow's run is started with. Later versions of the server read it, too. */
export interface WorkflowInput {
  readonly target: WorkflowTarget;
  readonly steps: readonly Step[];
  /** What the steps of an approved batch were granted, by position. */
  readonly grants: readonly (readonly [number, StepGrant])[];
  /** Of target and steps: the same idempotency key with another digest is a conflict. */
  readonly digest: string;
  /** Trace of the call that started the workflow; its steps belong to it. */
  readonly trace_id: string;
}

/** What a workflow was started with. */
export function inputOf(run: Pick<Run, 'input'>): WorkflowInput {
  return run.input as WorkflowInput;
}

/** The name under which later steps refer to a step. */
export function stepIdOf(step: Step, position: number): string {
  return step.id ?? `step_${position}`;
}
