import type { Step } from '@guildline/pipeline-core';
import type { WorkflowTarget } from '../runs/target.ts';
import { markOf } from '../schema/marked-values.ts';
import { shapeOf } from '../schema/shape.ts';
import type { ToolDefinition } from '../tool.ts';

/**
 * The arguments of a step, with the guild or channel of the workflow's target where the tool requires
 * one and the step names none. Of two arguments that ask for the same kind neither is guessed.
 */
export function fillTarget(tool: ToolDefinition, args: Step['args'], target: WorkflowTarget) {
  const shape = shapeOf(tool.input());
  if (shape.type !== 'object') return args;
  const filled: Record<string, unknown> = { ...args };
  for (const [kind, id] of [
    ['guild', target.guild_id],
    ['channel', target.channel_id],
  ] as const) {
    const names = Object.entries(shape.properties).flatMap(([name, property]) => {
      const isRequired = !property.safeParse(undefined).success;
      return isRequired && markOf(property)?.refersTo === kind ? [name] : [];
    });
    const [name] = names;
    if (id === undefined || name === undefined || names.length > 1) continue;
    if (!Object.hasOwn(args, name)) filled[name] = id;
  }
  return filled;
}
