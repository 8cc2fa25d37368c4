import type { Step } from '@guildline/pipeline-core';
import type { CallContext } from '../context.ts';
import type { WorkflowTarget } from '../runs/target.ts';
import { parseJsonStrings } from '../schema/json-strings.ts';
import { fillTarget } from './fill-target.ts';
import { waitingTools } from './waiting-tools.ts';

/**
 * Steps as they are checked, approved and kept: arguments that arrived as JSON text parsed, and ids
 * that a tool requires filled in from the target.
 */
export function prepareSteps<Steps extends readonly Step[]>(
  steps: Steps,
  target: WorkflowTarget,
  { tools }: CallContext,
): Steps {
  return steps.map((step): Step => {
    const tool = waitingTools.get(step.tool) ?? tools.find(step.tool);
    if (!tool || tool.calls || tool.forwards) return step;
    const args = parseJsonStrings(tool.input(), step.args) as Step['args'];
    return { ...step, args: fillTarget(tool, args, target) };
  }) as readonly Step[] as Steps;
}
