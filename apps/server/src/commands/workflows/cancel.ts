import { exitCodes } from '../../exit-codes.ts';
import { callOperator } from './call-operator.ts';
import { type CommandStreams, ownStreams, type WorkflowFlags } from './command-streams.ts';
import { openOperator } from './open-operator.ts';
import { printMoved } from './print-moved.ts';

/** `guildline workflows cancel`: what has run is not undone. */
export async function cancelWorkflow(
  id: string,
  flags: WorkflowFlags,
  streams: CommandStreams = ownStreams(),
): Promise<number> {
  const operator = await openOperator(flags);
  try {
    const result = await callOperator(operator, { tool: 'workflow_cancel', args: { id } });
    printMoved(operator, result, flags, streams);
    return exitCodes.success;
  } finally {
    await operator.close();
  }
}
