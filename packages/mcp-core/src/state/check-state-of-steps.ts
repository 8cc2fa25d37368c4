import type { Step, StepIssue } from '@guildline/pipeline-core';
import { refuseTool } from '../access/refuse-tool.ts';
import type { CallContext } from '../context.ts';
import type { ToolDefinition } from '../tool.ts';
import { explainMissing } from './explain-missing.ts';
import { missingFields } from './missing-fields.ts';
import { PlannedState } from './planned-state.ts';
import { plannedStateId } from './state-argument.ts';
import { invalidatedFields, requiredFields, storedFields } from './state-fields.ts';
import { emptyState } from './state-view.ts';

/** A step with its tool and the state that it works with. */
interface StatefulStep {
  readonly step: Step;
  readonly index: number;
  readonly tool: ToolDefinition;
  /** `undefined` if it is not known before the step runs. */
  readonly stateId: string | undefined;
}

/**
 * What the state will not allow of steps, by what is stored now and what earlier steps will change.
 * What a step requires of a state that a template names is seen when the step runs.
 */
export function checkStateOfSteps(steps: readonly Step[], context: CallContext): StepIssue[] {
  if (!context.tools.state) return [];
  const planned = new PlannedState(context.state);
  return steps.flatMap((step, index) => {
    const tool = context.tools.find(step.tool);
    // What cannot be a step at all is told so, and no more.
    if (!tool || tool.calls || refuseTool(tool, context.tools, context.rights)) return [];
    const stateful = { step, index, tool, stateId: plannedStateId(step.args) };
    const issues = [...findHidden(stateful, planned), ...findMissing(stateful, planned, context)];
    planned.empty(stateful.stateId, invalidatedFields(tool), isSure(step));
    planned.fill(stateful.stateId, storedFields(tool), index);
    return issues;
  });
}

/** A condition may skip a step, and a failure may be passed over. */
function isSure(step: Step): boolean {
  return step.if === undefined && step.continue_on_error !== true;
}

/** Nobody can approve what depends on something that is only there once the steps before it ran. */
function findHidden({ step, index, tool, stateId }: StatefulStep, planned: PlannedState) {
  const required = requiredFields(tool);
  if (!tool.destructive || required.length === 0) return [];
  if (stateId === undefined) {
    const reason = `${tool.name} works with what is stored under its state_id, and whoever approves it has to see that. Write the state_id without a template.`;
    return [toIssue(step, index, 'PIPELINE_INVALID', reason)];
  }
  return required.flatMap((field): StepIssue[] => {
    const filler = planned.fillerOf(stateId, field);
    if (filler === undefined) return [];
    const reason = `Step ${filler + 1} stores '${field}', which ${tool.name} works with: whoever approves it could not see that yet. Call ${tool.name} by itself, after this pipeline.`;
    return [toIssue(step, index, 'PIPELINE_INVALID', reason)];
  });
}

function findMissing(
  { step, index, tool, stateId }: StatefulStep,
  planned: PlannedState,
  context: CallContext,
): StepIssue[] {
  // Before the state is known, nothing can be said to be missing.
  if (stateId === undefined || context.state === emptyState) return [];
  const fields = missingFields(tool, { has: (field) => planned.has(stateId, field) });
  if (fields.length === 0) return [];
  const { error, hint } = explainMissing({ tool, stateId, fields }, context);
  return [toIssue(step, index, 'STATE_REQUIRED', `${error} ${hint}`)];
}

function toIssue(step: Step, index: number, code: string, message: string): StepIssue {
  return { step: index, id: step.id ?? `step_${index}`, tool: step.tool, code, message };
}
