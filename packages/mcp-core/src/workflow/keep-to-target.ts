import { toToolError } from '../errors/to-tool-error.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Execute, Execution } from '../runs/execution.ts';
import type { CallPorts } from './call-ports.ts';
import { inputOf } from './workflow-input.ts';
import type { WorkflowNote } from './workflow-note.ts';
import type { Workflows } from './workflows.ts';

/** What an execution is held against. */
type TargetPorts = Pick<Workflows, 'profileId' | 'checkTarget'> &
  Pick<CallPorts, 'clock' | 'callTime'>;

/**
 * Work that is only done as the bot that its run is bound to: a server may have got another token
 * since the start, or share a database with the servers of another bot.
 */
export function keepToTarget(work: Execute, ports: TargetPorts): Execute {
  return async (execution) => {
    const error = await findMismatch(execution, ports);
    if (!error) return await work(execution);
    const note: WorkflowNote = { failure: { code: error.code, message: error.message } };
    return { status: 'failed', position: execution.run.position, note };
  };
}

async function findMismatch(
  { run, signal }: Execution,
  { profileId, checkTarget, clock, callTime }: TargetPorts,
): Promise<ToolError | undefined> {
  const { profile_id, bot_id } = inputOf(run).target;
  if (profile_id !== profileId) {
    return new ToolError({
      code: 'WORKFLOW_TARGET_MISMATCH',
      message:
        'The server that took this workflow up runs another profile than its target.profile_id. No step was run there. Give the servers of each profile a database of their own, then call workflow_resume.',
    });
  }
  if (bot_id === undefined) return undefined;
  const deadline = clock.now() + callTime;
  try {
    return await checkTarget({ profile_id, bot_id }, { clock, deadline, signal });
  } catch (thrown) {
    return toToolError(thrown);
  }
}
