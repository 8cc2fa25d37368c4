import { type CheckedSteps, checkSteps, type Step } from '@guildline/pipeline-core';
import type { CallContext } from '../../context.ts';
import { parseJsonStrings } from '../../schema/json-strings.ts';
import { findStepTool } from './step-tools.ts';

const checked = new WeakMap<readonly Step[], CheckedSteps>();

/** {@link checkPipeline}, once for the steps of one call. */
export function checkPipelineOnce(steps: readonly Step[], context: CallContext): CheckedSteps {
  const known = checked.get(steps) ?? checkPipeline(steps, context);
  checked.set(steps, known);
  return known;
}

/**
 * The static check of a pipeline: everything that is wrong with it by itself.
 *
 * Arguments that arrived as JSON text are parsed here, before any template is filled: text that a
 * template fills in can then never become structure.
 */
export function checkPipeline(steps: readonly Step[], context: CallContext): CheckedSteps {
  const parsed = steps.map((step): Step => {
    const tool = context.tools.find(step.tool);
    if (!tool || tool.calls) return step;
    return { ...step, args: parseJsonStrings(tool.input(), step.args) as Step['args'] };
  });
  return checkSteps(parsed, findStepTool(context));
}
