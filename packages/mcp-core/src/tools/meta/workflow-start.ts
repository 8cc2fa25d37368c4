import { ToolError } from '../../errors/tool-error.ts';
import { redactText } from '../../redaction/redact.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';
import { checkWorkflow } from '../../workflow/check-workflow.ts';
import { prepareSteps } from '../../workflow/prepare-steps.ts';
import { startRun } from '../../workflow/start-run.ts';
import { toSummaryReply } from '../../workflow/summary.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { workflowStartInput, workflowSummary } from './workflow-schemas.ts';

/** Makes `workflow_start`: keeps up to 128 tool calls and makes them one after the other, whatever happens. */
export function createWorkflowStartTool(workflows: Workflows): ToolDefinition {
  return defineTool({
    name: 'workflow_start',
    category: 'meta',
    title: 'Start a workflow',
    description: `Start a durable, target-bound workflow and return immediately with an operation ID. It survives crashes and restarts, and repeats no write whose outcome is unknown.
When to use: many writes, long waits, or a question to a person. For up to 20 quick calls use mcp_pipeline.
Steps are those of mcp_pipeline, with {{step_id.path}} between them. Two steps exist only here: workflow_wait {seconds | until} and workflow_ask {question, choices?}.
Safety: every step re-enters the normal tool middleware; nested workflows/pipelines are rejected; no step may leave the target's guild, nor write outside its channel. Destructive steps are approved once, before the start.
Returns: a private operation summary; use workflow_status, workflow_resume, or workflow_cancel. With the same idempotency_key and steps, the same workflow.`,
    input: workflowStartInput,
    output: workflowSummary,
    effect: 'once',
    calls: ({ steps }) => steps.map(({ tool, args }) => ({ tool, args })),
    bounds: ({ target: { guild_id, channel_id } }) =>
      guild_id || channel_id ? { guild_id, channel_id } : undefined,
    prepare: ({ target, steps, ...more }, context) => ({
      ...more,
      target,
      steps: prepareSteps(steps, target, context),
    }),
    check: ({ target, steps, idempotency_key: key }, context) => {
      checkProfile(target.profile_id, workflows.profileId);
      if (key !== undefined) checkKey(key);
      checkWorkflow(steps, context);
      return undefined;
    },
    run: async ({ target, steps, idempotency_key: key }, context) => {
      const refusal = await workflows.checkTarget(target, context);
      if (refusal) throw refusal;
      return toSummaryReply(await startRun(workflows, { target, steps, key }, context));
    },
  });
}

/** A key is kept as it is, for as long as its workflow is. */
function checkKey(key: string): void {
  if (redactText(key) === key) return;
  const problem = 'It looks like a secret, and a workflow keeps no secrets. Use another key.';
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `idempotency_key: ${problem} Nothing was started.`,
    details: { issues: [{ path: ['idempotency_key'], message: problem }] },
  });
}

function checkProfile(wanted: string, own: string): void {
  if (wanted === own) return;
  throw new ToolError({
    code: 'WORKFLOW_TARGET_MISMATCH',
    message: `target.profile_id: This server runs the profile ${JSON.stringify(own)}. Nothing was started.`,
  });
}
