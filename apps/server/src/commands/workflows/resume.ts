import { CommandError, exitCodes } from '../../exit-codes.ts';
import { readJson } from '../../pipeline-file.ts';
import { callApproved, codeOf } from './call-operator.ts';
import { type CommandStreams, ownStreams, type WorkflowFlags } from './command-streams.ts';
import { formatRun } from './format-run.ts';
import { type Operator, openOperator } from './open-operator.ts';
import { printMoved } from './print-moved.ts';
import { readRun } from './read-run.ts';

/** The flags of `guildline workflows resume`. */
export interface ResumeFlags extends WorkflowFlags {
  /** Id of a step, or its number from 1; the one where the workflow stands when absent. */
  readonly step?: string | undefined;
  readonly outcome?: string | undefined;
  /** A JSON file with the result of an applied step, or - for standard input. */
  readonly result?: string | undefined;
  readonly yes?: boolean | undefined;
}

/** `guildline workflows resume`: goes on, after a decision where one is needed. */
export async function resumeWorkflow(
  id: string,
  flags: ResumeFlags,
  stop: AbortSignal,
  streams: CommandStreams = ownStreams(),
): Promise<number> {
  checkFlags(flags);
  const given = flags.result === undefined ? {} : { result: await readJson(flags.result) };
  const operator = await openOperator(flags);
  try {
    const { outcome } = flags;
    const verdict =
      outcome === undefined
        ? {}
        : { verdict: { step: await findStep(operator, id, flags.step), outcome, ...given } };
    const request = { tool: 'workflow_resume', args: { id, ...verdict } };
    const approving = { yes: flags.yes === true, terminal: streams.terminal, stop };
    const result = await callApproved(operator, request, approving).catch((error) =>
      explain(operator, id, error),
    );
    printMoved(operator, result, flags, streams);
    return exitCodes.success;
  } finally {
    await operator.close();
  }
}

function checkFlags({ step, outcome, result }: ResumeFlags): void {
  if (outcome === undefined && (step !== undefined || result !== undefined)) {
    throw new CommandError(
      '--step and --result belong to a decision: add --outcome applied, not_applied or skip.',
    );
  }
  if (result !== undefined && outcome !== 'applied') {
    throw new CommandError('Only a step that was applied has a result: leave --result out.');
  }
}

async function findStep(
  operator: Operator,
  id: string,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined && !/^\d+$/.test(given)) return given;
  const { plan, summary } = await readRun(operator, id);
  const number = given === undefined ? summary.current_step : Number(given);
  const step = plan.steps[number - 1];
  if (step) return step.id;
  throw new CommandError(`--step ${given}: the workflow has steps 1 to ${plan.steps.length}.`);
}

/** The tool tells a model what to call; a person at the command line is shown what to type. */
async function explain(operator: Operator, id: string, error: unknown): Promise<never> {
  if (codeOf(error) !== 'WORKFLOW_VERDICT_REQUIRED') throw error;
  const lines = formatRun(await readRun(operator, id), { now: Date.now(), steps: 1 });
  throw new CommandError(`It needs a decision, so nothing was done.\n${lines.join('\n')}`);
}
