import * as z from 'zod';
import { defineTool, type ToolDefinition } from '../../tool.ts';
import { findOwnRun } from '../../workflow/own-run.ts';
import { toSummaryReply } from '../../workflow/summary.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { referenceKeys, workflowSummary } from './workflow-schemas.ts';

/** Makes `workflow_cancel`. */
export function createWorkflowCancelTool(workflows: Workflows): ToolDefinition {
  return defineTool({
    name: 'workflow_cancel',
    category: 'meta',
    title: 'Cancel a workflow',
    description: `Cancels a workflow. One that is queued, waiting, failed or in review is cancelled at once. A running one is stopped as soon as possible, also in the middle of a call; what has run is not undone. workflow_resume can continue it later.
Returns the summary; cancel_requested stays true.`,
    input: () => z.strictObject(referenceKeys()),
    output: workflowSummary,
    effect: 'idempotent',
    // It makes no calls and no step may be one: stopping is allowed to whoever may only read.
    calls: () => [],
    run: async (reference, { caller }) => {
      const engine = await workflows.engine();
      const run = await findOwnRun(engine, reference, caller);
      return toSummaryReply((await engine.cancel(run.id)) ?? run);
    },
  });
}
