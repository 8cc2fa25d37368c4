import * as z from 'zod';
import type { Caller } from '../../context.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { confirmControl } from '../../middleware/intake.ts';
import type { Run } from '../../runs/run.ts';
import { createFence, fenceResult } from '../../schema/fence.ts';
import { untrusted } from '../../schema/marks.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';
import { decideStep, type Verdict } from '../../workflow/decide-step.ts';
import { fenceText, toPreviewLines } from '../../workflow/fence-text.ts';
import { findOwnRun, toMoment, type WorkflowReference } from '../../workflow/own-run.ts';
import { toSummaryReply } from '../../workflow/summary.ts';
import { inputOf } from '../../workflow/workflow-input.ts';
import { noteOf } from '../../workflow/workflow-note.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { referenceKeys, workflowSummary } from './workflow-schemas.ts';

function resumeInput() {
  const verdict = z.strictObject({
    step: z.string().min(1).max(64).describe('Id of the step where the workflow stands.'),
    outcome: z
      .enum(['applied', 'not_applied', 'skip'])
      .describe('applied: it was done; not_applied: do it again; skip: go on without it.'),
    result: z.unknown().describe("Of an applied step: its tool's result, if known.").optional(),
  });
  return z.strictObject({
    ...referenceKeys(),
    verdict: verdict.describe('Needed if a step may or may not have been applied.').optional(),
    [confirmControl]: z
      .string()
      .describe('Token of an approval that an earlier, identical call asked for.')
      .optional(),
  });
}

/** Makes `workflow_resume`. */
export function createWorkflowResumeTool(workflows: Workflows): ToolDefinition {
  const find = async (reference: WorkflowReference, caller: Caller) =>
    await findOwnRun(await workflows.engine(), reference, caller);
  return defineTool({
    name: 'workflow_resume',
    category: 'meta',
    title: 'Resume a workflow',
    description: `Continues a failed, cancelled or parked workflow under the same id, from the step where it stands; steps that have completed never run again.
A workflow in needs_review names a step that may or may not have been applied. Look what is there, then say so with verdict {step, outcome, result?}; a person approves the verdict. A failed step can be decided in the same way.
A completed workflow is left as it is; one that is queued, running or waiting is refused (WORKFLOW_RUNNING).
Returns the summary.`,
    input: resumeInput,
    output: workflowSummary,
    effect: 'once',
    // What it continues is judged step by step, and no step may be one.
    calls: () => [],
    approvalFor: async ({ verdict, ...reference }, context) => {
      if (!verdict) return undefined;
      const run = await find(reference, context.caller);
      decideStep(run, verdict, context);
      return { reason: 'It decides whether a step was applied.', boundTo: toMoment(run) };
    },
    previewLines: async ({ verdict, ...reference }, { caller }) =>
      describe(await find(reference, caller), verdict),
    run: async ({ verdict, ...reference }, context) => {
      const engine = await workflows.engine();
      const run = await find(reference, context.caller);
      const decision = verdict && decideStep(run, verdict, context);
      if (run.status === 'completed' || run.status === 'completed_with_errors') {
        return toSummaryReply(run);
      }
      refuseBusy(run);
      if (run.status === 'needs_review' && !decision) throw verdictRequired(run);
      const resumed = await engine.resume(
        run,
        decision ? { note: { ...noteOf(run), decision } } : {},
      );
      if (!resumed) throw movedOn();
      return toSummaryReply(resumed);
    },
  });
}

function describe(run: Run, verdict: Partial<Verdict> = {}): string[] {
  const { review, failure } = noteOf(run);
  const step = inputOf(run).steps[run.position];
  const sense = {
    applied: 'it was applied, and is not done again',
    not_applied: 'it was not applied, and is done again',
    skip: 'it is left out',
  };
  const args = review ? review.args : step?.args;
  const { outcome, result } = verdict;
  return [
    `step: ${run.position + 1} (${step?.tool})`,
    `arguments: ${fenceText(JSON.stringify(args))}`,
    `what is known: ${fenceText(review?.known ?? failure?.message ?? '')}`,
    `verdict: ${outcome ? sense[outcome] : ''}`,
    ...(result === undefined ? [] : toPreviewLines('its result', JSON.stringify(result))),
  ];
}

function refuseBusy({ status }: Run): void {
  if (status !== 'queued' && status !== 'running' && status !== 'waiting') return;
  const next =
    status === 'waiting'
      ? 'It goes on by itself once the time has come, or the answer is there (workflow_answer).'
      : 'workflow_status says when it has ended.';
  throw new ToolError({
    code: 'WORKFLOW_RUNNING',
    message: `The workflow is ${status}, so it was not resumed. ${next}`,
  });
}

/** What templates filled into the arguments may come from outside. */
function verdictRequired(run: Run): ToolError {
  const { review } = noteOf(run);
  const args = fenceResult(untrusted(z.looseObject({})), review?.args, createFence());
  return new ToolError({
    code: 'WORKFLOW_VERDICT_REQUIRED',
    message: noteOf(run).failure?.message ?? 'A verdict is needed.',
    details: { review: { ...review, args } },
  });
}

function movedOn(): ToolError {
  return new ToolError({
    code: 'WORKFLOW_RUNNING',
    message:
      'Somebody else moved the workflow on at the same time, so nothing was done. workflow_status says where it stands.',
  });
}
