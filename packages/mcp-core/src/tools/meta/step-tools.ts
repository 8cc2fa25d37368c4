import type { FindStepTool, Path, StepTool, StepToolRefusal } from '@guildline/pipeline-core';
import { refuseTool, refuseWrite } from '../../access/refuse-tool.ts';
import type { CallContext } from '../../context.ts';
import type { ToolError } from '../../errors/tool-error.ts';
import { argumentIssues, valueAt } from '../../schema/argument-issues.ts';
import { refuseInside } from '../../surface/resolve-forwarded.ts';
import { unknownTool } from '../../surface/unknown-tool.ts';
import type { ToolDefinition } from '../../tool.ts';
import { toExactOutput } from '../../wire.ts';
import { onlyInWorkflows, waitingTools } from '../../workflow/waiting-tools.ts';

const published = new WeakMap<ToolDefinition, StepTool>();

/** Looks up tools for the static check of a caller's steps. */
export function findStepTool(context: CallContext): FindStepTool {
  return (name) => {
    const tool = context.tools.find(name);
    const refusal = refuseStep(name, tool, context);
    if (refusal) return { refusal };
    return { tool: toStepTool(tool as ToolDefinition) };
  };
}

function refuseStep(
  name: string,
  tool: ToolDefinition | undefined,
  { tools, rights }: CallContext,
): StepToolRefusal | undefined {
  if (!tool && waitingTools.has(name)) return toRefusal(onlyInWorkflows(name));
  if (!tool) return toRefusal(unknownTool(name, tools));
  if (tool.forwards) return toRefusal(refuseInside(tool));
  if (tool.calls) {
    return {
      code: 'PIPELINE_RECURSION',
      message: `${name} calls other tools itself and cannot be a step. Put its steps here instead.`,
    };
  }
  const refusal = refuseTool(tool, tools, rights) ?? refuseWrite(tool, rights);
  return refusal && toRefusal(refusal);
}

function toRefusal({ code, message }: ToolError): StepToolRefusal {
  return { code, message };
}

/** A tool as the static check sees it. */
export function toStepTool(tool: ToolDefinition): StepTool {
  const known = published.get(tool);
  if (known) return known;
  const stepTool: StepTool = {
    outputSchema: toExactOutput(tool),
    checkArguments: (args, isTemplate) => {
      const schema = tool.input();
      const parsed = schema.safeParse(args);
      if (parsed.success) return [];
      return argumentIssues(schema, args, parsed.error)
        .filter(
          ({ path, certain }) =>
            certain || ![...textPaths(valueAt(args, path), path)].some(isTemplate),
        )
        .map(({ path, message }) => ({ path, message }));
    },
  };
  published.set(tool, stepTool);
  return stepTool;
}

/** The paths of all strings inside a value. */
function* textPaths(value: unknown, path: Path): Generator<Path> {
  if (typeof value === 'string') yield path;
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) yield* textPaths(item, [...path, key]);
}
