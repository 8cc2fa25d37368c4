import type { FindStepTool, Path, StepTool, StepToolRefusal } from '@guildline/pipeline-core';
import { refuseTool, refuseWrite } from '../../access/refuse-tool.ts';
import type { CallContext } from '../../context.ts';
import { argumentIssues, valueAt } from '../../schema/argument-issues.ts';
import type { ToolDefinition } from '../../tool.ts';
import { toWireTool } from '../../wire.ts';

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
  if (!tool) {
    const meant = tools.suggest(name);
    const hint = meant ? ` Did you mean "${meant}"?` : ' tools/list has the names.';
    return { code: 'UNKNOWN_TOOL', message: `No tool is named "${name.slice(0, 64)}".${hint}` };
  }
  if (tool.calls) {
    return {
      code: 'PIPELINE_RECURSION',
      message: `${name} calls other tools itself and cannot be a step. Put its steps here instead.`,
    };
  }
  const refusal = refuseTool(tool, tools, rights) ?? refuseWrite(tool, rights);
  return refusal && { code: refusal.code, message: refusal.message };
}

function toStepTool(tool: ToolDefinition): StepTool {
  const known = published.get(tool);
  if (known) return known;
  const stepTool: StepTool = {
    outputSchema: toWireTool(tool).outputSchema,
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
