import { CommandError, exitCodes } from '../../exit-codes.ts';
import { callApproved } from './call-operator.ts';
import { type CommandStreams, ownStreams, type WorkflowFlags } from './command-streams.ts';
import { type Operator, openOperator } from './open-operator.ts';
import { printMoved } from './print-moved.ts';
import { readRun } from './read-run.ts';

/** The flags of `guildline workflows answer`. */
export interface AnswerFlags extends WorkflowFlags {
  /** Id of the step that asks; the one that asks now when absent. */
  readonly step?: string | undefined;
  readonly yes?: boolean | undefined;
}

/** `guildline workflows answer`: answers the question that a workflow waits for. */
export async function answerWorkflow(
  id: string,
  answer: string,
  flags: AnswerFlags,
  stop: AbortSignal,
  streams: CommandStreams = ownStreams(),
): Promise<number> {
  const operator = await openOperator(flags);
  try {
    const step = flags.step ?? (await findAsking(operator, id));
    const request = { tool: 'workflow_answer', args: { id, step, answer } };
    const approving = { yes: flags.yes === true, terminal: streams.terminal, stop };
    const result = await callApproved(operator, request, approving);
    printMoved(operator, result, flags, streams);
    return exitCodes.success;
  } finally {
    await operator.close();
  }
}

async function findAsking(operator: Operator, id: string): Promise<string> {
  const { steps, summary } = await readRun(operator, id);
  const asking = steps.find(({ waiting }) => waiting?.question !== undefined);
  if (asking) return asking.id;
  throw new CommandError(
    `The workflow is ${summary.status} and asks nothing, so nothing was answered.`,
  );
}
