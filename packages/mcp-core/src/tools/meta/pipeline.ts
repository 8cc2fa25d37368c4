import {
  type CallResult,
  type RunResult,
  runSteps,
  type StepCall,
  type StepFailure,
  type StepIssue,
  type StepRecord,
} from '@guildline/pipeline-core';
import type * as z from 'zod';
import type { CallContext } from '../../context.ts';
import { toUnaskedError } from '../../errors/unasked-error.ts';
import type { Outcome } from '../../outcome.ts';
import { formatPath } from '../../schema/argument-issues.ts';
import { defineTool, Reply, type ToolDefinition } from '../../tool.ts';
import { checkPipeline, parseSteps } from './check-pipeline.ts';
import { pipelineInput, pipelineOutput } from './steps-schema.ts';

type PipelineAnswer = z.input<ReturnType<typeof pipelineOutput>>;

/** Runs up to 20 tool calls in one request, with `{{step.path}}` between them. */
export const pipelineTool: ToolDefinition = defineTool({
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
    const parts = new Map<object, ToolDefinition>();
    const result = await runSteps(checked.steps, {
      call: (call) => callStep(call, context, parts),
      clock: context.clock,
      signal: context.signal,
      ...(context.deadline === undefined ? {} : { deadline: context.deadline }),
      onStep: (record, index) =>
        context.progress({
          progress: index + 1,
          total: steps.length,
          message: `${record.id} (${record.tool}): ${record.status}`,
        }),
    });
    return toReply(result, parts);
  },
});

async function callStep(
  call: StepCall,
  context: CallContext,
  parts: Map<object, ToolDefinition>,
): Promise<CallResult> {
  const outcome = await context.dispatch(call.tool, call.args, {
    idempotencyKey: `${context.idempotencyKey}/${call.index}`,
    stringsParsed: true,
    grant: context.grants?.get(call.index),
  });
  if (outcome.kind !== 'result') return { ok: false, error: toFailure(outcome) };
  parts.set(outcome.structured, outcome.tool);
  return { ok: true, result: outcome.structured };
}

function toFailure(outcome: Exclude<Outcome, { kind: 'result' }>): StepFailure {
  const error = outcome.kind === 'error' ? outcome.error : toUnaskedError(outcome.request);
  return error.toJSON();
}

function toReply(
  result: RunResult,
  parts: ReadonlyMap<object, ToolDefinition>,
): Reply<PipelineAnswer> {
  const errors = result.steps.flatMap((step) =>
    step.status === 'error' ? [[step.id, step.error] as const] : [],
  );
  return new Reply<PipelineAnswer>(
    { ...result, steps: result.steps.map(toAnswerStep) },
    {
      isError: result.aborted,
      parts,
      ...(errors.length > 0 ? { meta: { 'guildline/errors': Object.fromEntries(errors) } } : {}),
    },
  );
}

function toAnswerStep(record: StepRecord): PipelineAnswer['steps'][number] {
  if (record.status !== 'error') return record;
  const { code, message, retriable } = record.error;
  return { ...record, error: { code, message, retriable } };
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
  const problems = issues.map(({ code, message, path }) => ({ code, message, path }));
  return {
    id,
    tool,
    status: 'error',
    duration_ms: 0,
    error: {
      code: recursion ? 'PIPELINE_RECURSION' : 'PIPELINE_INVALID',
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
