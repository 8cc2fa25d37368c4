import type { CompiledStep } from '@guildline/pipeline-core';
import * as z from 'zod';
import type { CallContext } from '../../context.ts';
import type { Preflight } from '../../preflight.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';
import { checkPipeline, parseSteps } from './check-pipeline.ts';
import { pipelineInput } from './steps-schema.ts';

function checkOutput() {
  const issue = z.object({
    step: z.int(),
    id: z.string(),
    tool: z.string(),
    code: z.string(),
    message: z.string(),
    path: z.array(z.union([z.string(), z.int()])).optional(),
  });
  const step = z.object({
    id: z.string(),
    tool: z.string(),
    effect: z.enum(['read', 'idempotent', 'keyed', 'once']),
    destructive: z.boolean(),
    permissions: z.array(z.union([z.string(), z.array(z.string())])),
    missing_permissions: z.array(z.string()).nullable(),
  });
  return z.object({
    ok: z.boolean(),
    issues: z.array(issue),
    steps: z.array(step),
    buckets: z.array(z.object({ bucket: z.string(), calls: z.int() })),
    estimated_ms: z.number(),
    truncated: z.boolean().optional(),
    resource: z.string().optional(),
  });
}

/** Makes `mcp_pipeline_check`; without a preflight it says nothing about permissions and limits. */
export function createPipelineCheckTool(preflight?: Preflight): ToolDefinition {
  return defineTool({
    name: 'mcp_pipeline_check',
    category: 'meta',
    title: 'Check a pipeline',
    description: `Checks an mcp_pipeline input without running it: names, references, types, limits, and whether the bot has the permissions each step needs.
When to use: before a pipeline with consequences, or to find out why one was refused.
Returns {ok, issues[], steps[], buckets[], estimated_ms}: every problem at once; per step its effect, needed and missing permissions (null: not known before the run, as when an id comes from a template); calls per rate-limit bucket and an estimate of the time they take.`,
    input: pipelineInput,
    output: checkOutput,
    effect: 'read',
    // It judges steps and makes none, so it is a composer whose expansion is empty.
    calls: () => [],
    prepare: ({ steps }, context) => ({ steps: parseSteps(steps, context) }),
    run: async ({ steps }, context) => {
      const { steps: compiled, issues } = checkPipeline(steps, context);
      const found = compiled.filter((step) => context.tools.find(step.tool) !== undefined);
      const checked = await Promise.all(found.map((step) => checkStep(step, context, preflight)));
      const forecast = preflight?.forecast(found.map(({ tool, args }) => ({ tool, args })));
      const lacking = checked.some((step) => (step.missing_permissions ?? []).length > 0);
      return {
        ok: issues.length === 0 && !lacking,
        issues: issues.map(({ path, ...issue }) => (path ? { ...issue, path: [...path] } : issue)),
        steps: checked,
        buckets: (forecast?.buckets ?? []).map((bucket) => ({ ...bucket })),
        estimated_ms: forecast?.estimated_ms ?? 0,
      };
    },
  });
}

async function checkStep(
  { id, tool: name, args }: CompiledStep,
  context: CallContext,
  preflight: Preflight | undefined,
) {
  const tool = context.tools.find(name) as ToolDefinition;
  const missing = await preflight?.missingPermissions({ tool: name, args }, context);
  return {
    id,
    tool: name,
    effect: tool.effect,
    destructive: tool.destructive,
    permissions: (tool.permissions ?? []).map((permission) =>
      typeof permission === 'string' ? permission : [...permission],
    ),
    missing_permissions: missing ? [...missing] : null,
  };
}
