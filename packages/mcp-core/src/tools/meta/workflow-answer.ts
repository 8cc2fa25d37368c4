import * as z from 'zod';
import type { CallContext } from '../../context.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { redactText } from '../../redaction/redact.ts';
import type { Run } from '../../runs/run.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';
import { toPreviewLines } from '../../workflow/fence-text.ts';
import { findOwnRun, toMoment, type WorkflowReference } from '../../workflow/own-run.ts';
import { toSummaryReply, waitingOf } from '../../workflow/summary.ts';
import { noteOf, type Waiting } from '../../workflow/workflow-note.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { referenceKeys, workflowSummary } from './workflow-schemas.ts';

interface GivenAnswer extends WorkflowReference {
  readonly step: string;
  readonly answer: string;
}

/** Makes `workflow_answer`. */
export function createWorkflowAnswerTool(workflows: Workflows): ToolDefinition {
  const isApprover = ({ id }: { readonly id: string }) => workflows.approvers().includes(id);
  const find = async (given: GivenAnswer, { caller }: CallContext) => {
    const engine = await workflows.engine();
    const run = await findOwnRun(engine, given, caller, () => isApprover(caller));
    return { engine, run, asked: findQuestion(run, given) };
  };
  return defineTool({
    name: 'workflow_answer',
    category: 'meta',
    title: "Answer a workflow's question",
    description: `Answers the question of a workflow_ask step, and lets the workflow go on. workflow_result has the question and its choices.
A person answers, never the model that asked: a configured approver directly, and whoever started the workflow by approving the answer in a form of its own.
Returns the summary.`,
    input: () =>
      z.strictObject({
        ...referenceKeys(),
        step: z.string().min(1).max(64).describe('Id of the step that asks.'),
        answer: z.string().min(1).max(2000),
      }),
    output: workflowSummary,
    effect: 'once',
    // It makes no calls, and no step may be one.
    calls: () => [],
    approvalFor: async (given, context) => {
      const { run } = await find(given, context);
      const { caller } = context;
      if (caller.id !== run.caller && isApprover(caller)) return undefined;
      return {
        reason: 'It is an answer that a person has to give.',
        personOnly: true,
        boundTo: toMoment(run),
      };
    },
    previewLines: async (given, context) => {
      const { asked } = await find(given, context);
      return [
        ...toPreviewLines('question', asked.question),
        ...toPreviewLines('answer', given.answer),
      ];
    },
    run: async (given, context) => {
      const { engine, run, asked } = await find(given, context);
      const { caller, clock } = context;
      const answer = {
        position: asked.position,
        answer: redactText(given.answer),
        by: caller.id,
        at: clock.now(),
      };
      const resumed = await engine.resume(run, { note: { ...noteOf(run), answer } });
      if (!resumed) throw notAsked('Somebody else moved the workflow on at the same time.');
      return toSummaryReply(resumed);
    },
  });
}

function findQuestion(
  run: Run,
  { step, answer }: GivenAnswer,
): Extract<Waiting, { for: 'person' }> {
  const waiting = waitingOf(run);
  if (waiting?.for !== 'person' || waiting.step !== step) {
    throw notAsked(`The workflow is ${run.status}, and that step asks nothing.`);
  }
  const { choices } = waiting;
  if (!choices || choices.includes(answer)) return waiting;
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `answer: It has to be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}.`,
  });
}

function notAsked(reason: string): ToolError {
  return new ToolError({
    code: 'WORKFLOW_NOT_WAITING',
    message: `${reason} Nothing was answered; workflow_result says what is asked.`,
  });
}
