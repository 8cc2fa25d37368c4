import type { Step, StepRecord } from '@guildline/pipeline-core';
import * as z from 'zod';
import type { Registry } from '../../registry.ts';
import type { Run } from '../../runs/run.ts';
import { untrusted } from '../../schema/marks.ts';
import { defineTool, Reply, type ToolDefinition } from '../../tool.ts';
import type { KeptStep } from '../../workflow/kept-step.ts';
import { findOwnRun } from '../../workflow/own-run.ts';
import { toWaitingFacts, waitingOf } from '../../workflow/summary.ts';
import { questionShape, waitingTools } from '../../workflow/waiting-tools.ts';
import { inputOf } from '../../workflow/workflow-input.ts';
import { noteOf } from '../../workflow/workflow-note.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { toAnswerStep, toErrorMeta } from './step-answers.ts';
import { referenceKeys } from './workflow-schemas.ts';

function resultOutput() {
  const step = z.object({
    id: z.string(),
    tool: z.string(),
    status: z.enum(['success', 'error', 'skipped', 'waiting']),
    result: z.unknown().optional(),
    error: z.object({ code: z.string(), message: z.string(), retriable: z.boolean() }).optional(),
    duration_ms: z.number(),
    waiting: z
      .object({
        until: z.string().optional(),
        because: z.string().optional(),
        ...questionShape(),
        asked_at: z.string().optional(),
      })
      .optional(),
  });
  return z.object({
    id: z.string(),
    status: z.string(),
    steps: z.array(step),
    variables: z.record(z.string(), z.unknown()),
  });
}

type WorkflowResult = z.input<ReturnType<typeof resultOutput>>;

/** Makes `workflow_result`. */
export function createWorkflowResultTool(workflows: Workflows): ToolDefinition {
  return defineTool({
    name: 'workflow_result',
    category: 'meta',
    title: 'Result of a workflow',
    description: `Returns what the steps of a workflow gave until now, and what it waits for: the time, or the question and its choices.
Returns {id, status, steps:[{id, tool, status, result?, error?, duration_ms, waiting?}], variables}. Steps that have not ended are absent, but for the one that waits. Secrets in results are left out.`,
    input: () => z.strictObject(referenceKeys()),
    output: resultOutput,
    effect: 'read',
    openWorld: false,
    run: async (reference, { caller, tools }) => {
      const engine = await workflows.engine();
      const isAsked = (run: Run) =>
        waitingOf(run)?.for === 'person' && workflows.approvers().includes(caller.id);
      const run = await findOwnRun(engine, reference, caller, isAsked);
      // An approver of somebody else's workflow sees what is asked, and no more.
      const kept = run.caller === caller.id ? await engine.kept(run.id) : new Map();
      return toResult(run, kept as ReadonlyMap<number, KeptStep>, tools);
    },
  });
}

function toResult(run: Run, kept: ReadonlyMap<number, KeptStep>, tools: Registry) {
  const { id, status } = run;
  const ended = endedSteps(run, kept);
  const records = ended.map(({ record }) => record);
  const waiting = toWaitingStep(run);
  const notes = ended.flatMap(({ record, notes: said = [] }) =>
    said.map((note) => `Step ${record.id}: ${note}`),
  );
  const steps = records.map(toAnswerStep);
  return new Reply<WorkflowResult>(
    { id, status, steps: waiting ? [...steps, waiting] : steps, variables: toVariables(ended) },
    {
      parts: toParts(records, tools),
      meta: { ...toErrorMeta(records), ...toDecisionMeta(run, ended) },
      ...(notes.length > 0 ? { notes } : {}),
    },
  );
}

interface EndedStep extends KeptStep {
  readonly record: StepRecord;
  readonly step: Step;
}

/** The steps that have ended, in order and without a gap. */
function endedSteps(run: Run, kept: ReadonlyMap<number, KeptStep>): EndedStep[] {
  const ended: EndedStep[] = [];
  for (const [position, step] of inputOf(run).steps.entries()) {
    const { record, ...more } = kept.get(position) ?? {};
    if (!record) break;
    ended.push({ ...more, record, step });
  }
  return ended;
}

function toVariables(ended: readonly EndedStep[]): Record<string, unknown> {
  const variables: Record<string, unknown> = Object.create(null);
  for (const { record, step } of ended) {
    if (record.status !== 'success') continue;
    variables[record.id] = record.result;
    if (step.save_as !== undefined) variables[step.save_as] = record.result;
  }
  return variables;
}

function toParts(records: readonly StepRecord[], tools: Registry): Map<object, ToolDefinition> {
  return new Map(
    records.flatMap((record) => {
      const result = record.status === 'success' ? record.result : undefined;
      const isPart = typeof result === 'object' && result !== null;
      return isPart ? [[result, findTool(record.tool, tools)] as const] : [];
    }),
  );
}

/** What somebody has decided, and what is to be decided. */
function toDecisionMeta(run: Run, ended: readonly EndedStep[]) {
  const { review } = noteOf(run);
  const decided = ended.flatMap(({ record, decision }) =>
    decision ? [[record.id, decision] as const] : [],
  );
  return {
    ...(decided.length > 0 ? { 'guildline/decisions': Object.fromEntries(decided) } : {}),
    ...(run.status === 'needs_review' && review ? { 'guildline/review': review } : {}),
  };
}

function toWaitingStep(run: Run): WorkflowResult['steps'][number] | undefined {
  const waiting = waitingOf(run);
  if (!waiting) return undefined;
  const { step: id, ...facts } = toWaitingFacts(waiting);
  const tool = inputOf(run).steps[waiting.position]?.tool ?? '';
  return { id, tool, status: 'waiting', duration_ms: 0, waiting: facts };
}

/** The tool that gave a result. If it is gone since, nothing of the result is trusted. */
function findTool(name: string, tools: Registry): ToolDefinition {
  return waitingTools.get(name) ?? tools.find(name) ?? goneTool;
}

const goneTool: ToolDefinition = defineTool({
  name: 'gone_tool',
  category: 'meta',
  title: 'A tool that is gone',
  description: 'Stands for a tool that this version of the server does not have.',
  input: () => z.strictObject({}),
  output: () => untrusted(z.looseObject({})),
  effect: 'read',
  run: () => Promise.reject(new Error('A tool that is gone was run.')),
});
