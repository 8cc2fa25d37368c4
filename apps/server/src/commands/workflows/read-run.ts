import type { WorkflowTarget } from '@guildline/mcp-core';
import type { RunPlan } from '../../control/operator.ts';
import { callOperator, type Result } from './call-operator.ts';
import type { Operator } from './open-operator.ts';

/** Where a workflow stands, as its tools say it. */
export interface Summary {
  readonly id: string;
  readonly status: string;
  readonly target: WorkflowTarget;
  readonly current_step: number;
  readonly total_steps: number;
  readonly completed_steps: number;
  readonly cancel_requested: boolean;
  readonly updated_at: string;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** A step that has ended, or that waits. */
export interface ShownStep {
  readonly id: string;
  readonly tool: string;
  readonly status: 'success' | 'error' | 'skipped' | 'waiting';
  readonly error?: { readonly code: string; readonly message: string };
  readonly duration_ms: number;
  readonly waiting?: Waiting;
}

/** What a step waits for: a time, or an answer. */
export interface Waiting {
  readonly until?: string;
  /** Why the step is made again then: the code of its refusal. */
  readonly because?: string;
  readonly question?: string;
  readonly choices?: readonly string[];
}

/** A call of which nobody knows whether it was applied. */
export interface Review {
  readonly step: string;
  readonly tool: string;
  readonly args: unknown;
  /** Milliseconds since the epoch. */
  readonly claimed_at: number;
  /** Until when the request may still arrive, in milliseconds since the epoch. */
  readonly open_until?: number;
  readonly known: string;
}

/** Everything that is shown of a workflow. */
export interface ShownRun {
  readonly summary: Summary;
  readonly plan: RunPlan;
  readonly steps: readonly ShownStep[];
  readonly review: Review | undefined;
}

/** Asks where a workflow stands, and what has become of its steps. */
export async function readRun(operator: Operator, id: string): Promise<ShownRun> {
  // In this order, so that a workflow that is said to have ended is shown with all of its steps.
  const summary = await callOperator(operator, { tool: 'workflow_status', args: { id } });
  const result = await callOperator(operator, { tool: 'workflow_result', args: { id } });
  const { steps } = result.structured as { readonly steps: readonly ShownStep[] };
  return {
    summary: summaryOf(summary),
    plan: summary.meta['guildline/plan'] as RunPlan,
    steps,
    review: result.meta['guildline/review'] as Review | undefined,
  };
}

/** The summary that a tool has answered with. */
export function summaryOf({ structured }: Result): Summary {
  return structured as unknown as Summary;
}

const ended = new Set(['completed', 'completed_with_errors', 'failed', 'cancelled']);

/** True if a workflow goes no further by itself, nor by an answer. */
export function isAtRest({ status }: Summary): boolean {
  return ended.has(status) || status === 'needs_review';
}

/** A workflow as JSON: its summary, and what has become of its steps. */
export function toShownJson({ summary, plan, steps, review }: ShownRun) {
  return { ...summary, created_at: plan.created_at, steps, ...(review ? { review } : {}) };
}
