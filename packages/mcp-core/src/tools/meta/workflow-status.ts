import * as z from 'zod';
import { defineTool, type ToolDefinition } from '../../tool.ts';
import { findOwnRun } from '../../workflow/own-run.ts';
import { toSummaryReply } from '../../workflow/summary.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { referenceKeys, workflowSummary } from './workflow-schemas.ts';

/** Makes `workflow_status`. */
export function createWorkflowStatusTool(workflows: Workflows): ToolDefinition {
  return defineTool({
    name: 'workflow_status',
    category: 'meta',
    title: 'Status of a workflow',
    description: `Says where a workflow stands: its status, current step and counts, and why it failed or is in review.
Statuses: queued, running, waiting (for a time or a person), completed, completed_with_errors, failed, cancelled, needs_review (a step may or may not have been applied: workflow_resume takes the verdict).
When not to use: for what its steps returned, or what it asks, use workflow_result.
Returns the summary {id, status, target, current_step, total_steps, completed_steps, cancel_requested, updated_at, failure?}.`,
    input: () => z.strictObject(referenceKeys()),
    output: workflowSummary,
    effect: 'read',
    openWorld: false,
    run: async (reference, { caller }) =>
      toSummaryReply(await findOwnRun(await workflows.engine(), reference, caller)),
  });
}
