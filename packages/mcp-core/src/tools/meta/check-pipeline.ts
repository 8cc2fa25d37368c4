import { type CheckedSteps, checkSteps, type Step } from '@guildline/pipeline-core';
import type { CallContext } from '../../context.ts';
import { parseJsonStrings } from '../../schema/json-strings.ts';
import { checkStateOfSteps } from '../../state/check-state-of-steps.ts';
import { findStepTool } from './step-tools.ts';

const checked = new WeakMap<readonly Step[], CheckedSteps>();

/**
 * Steps whose arguments arrived as JSON text, parsed. That is done before any template is filled, and
 * never afterwards: text that a template fills in can so never become structure.
 */
export function parseSteps<Steps extends readonly Step[]>(
  steps: Steps,
  context: CallContext,
): Steps {
  return steps.map((step): Step => {
    const tool = context.tools.find(step.tool);
    if (!tool || tool.calls) return step;
    return { ...step, args: parseJsonStrings(tool.input(), step.args) as Step['args'] };
  }) as readonly Step[] as Steps;
}

/**
 * The static check of a pipeline: everything that is wrong with it by itself, once for each call, and
 * what the state of its caller does not allow, as far as that is known.
 */
export function checkPipeline(steps: readonly Step[], context: CallContext): CheckedSteps {
  const known = checked.get(steps) ?? checkSteps(steps, findStepTool(context));
  checked.set(steps, known);
  const issues = [...known.issues, ...checkStateOfSteps(steps, context)];
  return { ...known, issues: issues.sort((one, other) => one.step - other.step) };
}
