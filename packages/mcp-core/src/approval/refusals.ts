import { ToolError } from '../errors/tool-error.ts';
import { plannedStateId } from '../state/state-argument.ts';
import { requiredFields } from '../state/state-fields.ts';
import type { Demand } from './demands.ts';
import type { ApprovalPolicy } from './policy.ts';

/** A category that is approved call by call takes no approval for a batch. */
export function refuseAlwaysInBatch(demands: readonly Demand[], policy: ApprovalPolicy): void {
  const single = demands.find(
    ({ step, definition }) => step !== undefined && policy.modeOf(definition.category) === 'always',
  );
  if (!single) return;
  throw new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `On this server each call of ${single.tool} is approved by itself, so it cannot be a step. Call it directly.`,
  });
}

/** What a step works with has to be known to be shown. */
export function refuseHiddenState(demands: readonly Demand[]): void {
  const hidden = demands.find(
    ({ step, args, definition }) =>
      step !== undefined &&
      requiredFields(definition).length > 0 &&
      plannedStateId(args) === undefined,
  );
  if (!hidden) return;
  throw new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `${hidden.tool} needs an approval, and whoever gives it has to see what is stored under its state_id. ${hidden.reason} Write the state_id without a template.`,
  });
}

/** A call inside another one, whose need of an approval was not known when that one was approved. */
export function missingInside({ tool, reason }: Demand): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `${tool} needs an approval, and that was not known before the first step. ${reason} Call it directly, or write its arguments without templates.`,
  });
}

/** The question as an error, for a client that cannot put it to the person itself. */
export function required(preview: string, next: string, more: object = {}): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `A person has to approve this first; nothing was done.\n${preview}\n${next}`,
    details: { preview, ...more },
  });
}

/** How a question ends without a yes. */
const noAnswers = {
  declined: 'The person declined',
  cancelled: 'The person closed the question without an answer',
  unticked: 'The person did not tick the approval',
  'timed-out': 'Nobody answered in time',
  failed: 'The question could not be put to the person',
} as const;

/** The person's answer, where it is no yes. */
export function refused(why: keyof typeof noAnswers): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_REQUIRED',
    message: `${noAnswers[why]}; nothing was done. Do not repeat the call unless they ask for it.`,
    details: { answer: why },
  });
}

/** An approval that was brought along and does not count. */
export function invalid(reason: string): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_INVALID',
    message: `The approval does not count: ${reason}. Nothing was done; call again without __confirm to get a new one.`,
  });
}
