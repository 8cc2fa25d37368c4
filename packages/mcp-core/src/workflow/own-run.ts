import type { Caller } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Run } from '../runs/run.ts';
import type { RunEngine } from '../runs/run-engine.ts';
import type { WorkflowTarget } from '../runs/target.ts';
import { inputOf, workflowKind } from './workflow-input.ts';

/** How a call names a workflow. */
export interface WorkflowReference {
  readonly id: string;
  readonly target: WorkflowTarget;
}

/**
 * The workflow that a call names. A wrong id, target or caller are all answered alike, so that nobody
 * learns what others run.
 *
 * @param mayAsk which callers may, if not only the one that started it
 * @throws ToolError `WORKFLOW_NOT_FOUND`
 */
export async function findOwnRun(
  engine: RunEngine,
  { id, target }: WorkflowReference,
  caller: Caller,
  mayAsk: (run: Run) => boolean = (run) => run.caller === caller.id,
): Promise<Run> {
  const run = await engine.find(id);
  if (
    run?.kind === workflowKind &&
    isSameTarget(inputOf(run).target, target) &&
    (run.caller === caller.id || mayAsk(run))
  ) {
    return run;
  }
  throw new ToolError({
    code: 'WORKFLOW_NOT_FOUND',
    message:
      'You have no workflow with this id and exactly this target. workflow_list lists yours, with their targets.',
  });
}

/** When a run was changed last: an approval is for the moment that was shown. */
export function toMoment({ id, position, updatedAt }: Run): string {
  return `${id} ${position} ${updatedAt}`;
}

/** True if two targets bind to exactly the same. */
export function isSameTarget(one: WorkflowTarget, other: WorkflowTarget): boolean {
  return (['profile_id', 'bot_id', 'guild_id', 'channel_id'] as const).every(
    (key) => one[key] === other[key],
  );
}
