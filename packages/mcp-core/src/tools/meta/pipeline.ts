import {
  type CallResult,
  type RunResult,
  runSteps,
  type StepCall,
  type StepIssue,
  type StepRecord,
} from '@guildline/pipeline-core';
import type * as z from 'zod';
import type { CallContext } from '../../context.ts';
import { formatPath } from '../../schema/argument-issues.ts';
import { defineTool, Reply, type ToolDefinition } from '../../tool.ts';
import { toStepFailure } from '../../workflow/to-step-failure.ts';
import { checkPipeline, parseSteps } from './check-pipeline.ts';
import { isOutOfTime, type Promotion, type RunUntil, runOrPromote } from './promote-pipeline.ts';
import { toAnswerStep, toErrorMeta } from './step-answers.ts';
import { pipelineInput, pipelineOutput } from './steps-schema.ts';

type PipelineAnswer = z.input<ReturnType<typeof pipelineOutput>>;

/**
 * Makes `mcp_pipeline`, which runs up to 20 tool calls in one request, with `{{step.path}}` between
 * them. With a promotion, one that takes long goes on as a workflow.
 */
export function createPipelineTool({ promotion }: { promotion?: Promotion } = {}): ToolDefinition {
  return defineTool({
    name: 'mcp_pipeline',
    category: 'meta',
    title: 'Run a pipeline',
    description: `Execute a sequence of MCP tool calls in one request. Variables from earlier steps interpolate into later steps via {{step_id.path}}.
When to use: when a workflow needs ≥2 sequential calls (e.g., list channels → find by name → send message). Reduces N round-trips to 1.
When not to use: parallel-safe independent calls - issue them as separate tools/call requests.
Step shape: {id?, tool, args, save_as?, if?, continue_on_error?}. Besides paths, {{ }} takes JMESPath: {{channels.channels[?name=='general'] | [0].id}}. Everything is checked before step 1; a missing value is an error.
Example: {steps:[{id:"channels",tool:"channels_list",args:{guild_id:"123456789012345678"}},{id:"send",tool:"messages_send",args:{channel_id:"{{channels.channels[0].id}}",content:"hi"}}]}
Returns {steps:[{id, tool, status, result?, error?, duration_ms}], variables, total_duration_ms, aborted}. An abort does not undo earlier steps.`,
    input: pipelineInput,
    output: pipelineOutput,
    effect: 'once',
    calls: ({ steps }) => steps.map(({ tool, args }) => ({ tool, args })),
    prepare: ({ steps }, context) => ({ steps: parseSteps(steps, context) }),
    check: ({ steps }, context) => {
      const { issues } = checkPipeline(steps, context);
      return issues.length > 0 ? refusePipeline(issues) : undefined;
    },
    run: async ({ steps }, context) => {
      const checked = checkPipeline(steps, context);
      const gathered: Gathered = { parts: new Map(), notes: [] };
      const run: RunUntil = (deadline, checkpoints) =>
        runSteps(checked.steps, {
          call: (call) => callStep(call, context, gathered),
          clock: context.clock,
          signal: context.signal,
          checkpoints,
          deadline,
          onStep: (record, index) => {
            // A step that was out of time may still run, as it goes on elsewhere or here.
            if (isOutOfTime(record)) return;
            context.progress({
              progress: index + 1,
              total: steps.length,
              message: `${record.id} (${record.tool}): ${record.status}`,
            });
          },
        });
      const result = promotion
        ? await runOrPromote(promotion, steps, context, {
            run,
            tell: (note) => gathered.notes.push(note),
          })
        : await run(context.deadline);
      return toReply(result, gathered.parts, gathered.notes);
    },
  });
}

/** What the results of steps leave behind beside their values. */
interface Gathered {
  readonly parts: Map<object, ToolDefinition>;
  readonly notes: string[];
}

async function callStep(
  call: StepCall,
  context: CallContext,
  { parts, notes }: Gathered,
): Promise<CallResult> {
  const outcome = await context.dispatch(call.tool, call.args, {
    idempotencyKey: `${context.idempotencyKey}/${call.index}`,
    stringsParsed: true,
    grant: context.grants?.get(call.index),
  });
  if (outcome.kind !== 'result') return { ok: false, error: toStepFailure(outcome) };
  parts.set(outcome.structured, outcome.tool);
  notes.push(...(outcome.notes ?? []).map((note) => `Step ${call.id}: ${note}`));
  return { ok: true, result: outcome.structured };
}

function toReply(
  result: RunResult,
  parts: ReadonlyMap<object, ToolDefinition>,
  notes: readonly string[] = [],
): Reply<PipelineAnswer> {
  const meta = toErrorMeta(result.steps);
  return new Reply<PipelineAnswer>(
    { ...result, steps: result.steps.map(toAnswerStep) },
    {
      isError: result.aborted,
      parts,
      ...(notes.length > 0 ? { notes } : {}),
      ...(Object.keys(meta).length > 0 ? { meta } : {}),
    },
  );
}

/** The answer when the check found problems: nothing ran, and only the offending steps are listed. */
function refusePipeline(issues: readonly StepIssue[]): Reply<PipelineAnswer> {
  const byStep = new Map<number, StepIssue[]>();
  for (const issue of issues) byStep.set(issue.step, [...(byStep.get(issue.step) ?? []), issue]);
  const steps = [...byStep.values()].map(toRefusedStep);
  return toReply({ steps, variables: {}, total_duration_ms: 0, aborted: true }, new Map());
}

function toRefusedStep(issues: readonly StepIssue[]): StepRecord {
  const { id, tool } = issues[0] as StepIssue;
  const recursion = issues.find((issue) => issue.code === 'PIPELINE_RECURSION');
  const isOnlyState = issues.every((issue) => issue.code === 'STATE_REQUIRED');
  const invalid = isOnlyState ? 'STATE_REQUIRED' : 'PIPELINE_INVALID';
  const problems = issues.map(({ code, message, path }) => ({ code, message, path }));
  return {
    id,
    tool,
    status: 'error',
    duration_ms: 0,
    error: {
      code: recursion ? 'PIPELINE_RECURSION' : invalid,
      message: issues.map(toLine).join('\n'),
      retriable: false,
      outcome: 'not_applied',
      details: { problems },
    },
  };
}

function toLine({ path, message }: StepIssue): string {
  return path && path.length > 0 ? `${formatPath(path)}: ${message}` : message;
}
