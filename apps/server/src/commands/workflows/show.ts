import { createPrinter } from '../../audit/printer.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toTerminalJson } from '../../terminal/terminal-text.ts';
import { type CommandStreams, ownStreams, type WorkflowFlags } from './command-streams.ts';
import { formatRun } from './format-run.ts';
import { openOperator } from './open-operator.ts';
import { readRun, toShownJson } from './read-run.ts';
import { tellWorkers } from './tell-workers.ts';
import { type Timing, watchRun } from './watch-run.ts';

/** The flags of `guildline workflows show`. */
export interface ShowFlags extends WorkflowFlags {
  readonly watch?: boolean | undefined;
}

/**
 * `guildline workflows show`: where a workflow stands, and its steps. With `--watch` until it has
 * ended or needs a decision; it ends with 1 then, unless the workflow is completed.
 */
export async function showWorkflow(
  id: string,
  flags: ShowFlags,
  timing: Timing,
  streams: CommandStreams = ownStreams(),
): Promise<number> {
  const { output, errors } = streams;
  const operator = await openOperator(flags);
  try {
    if (flags.watch) return await watchRun({ operator, id, json: flags.json, timing, streams });
    const run = await readRun(operator, id);
    const printer = createPrinter(output);
    const lines = flags.json
      ? [toTerminalJson(toShownJson(run), 2)]
      : formatRun(run, timing.frame());
    await printer.print(`${lines.join('\n')}\n`);
    printer.release();
    tellWorkers(operator, run.summary, errors);
    return exitCodes.success;
  } finally {
    await operator.close();
  }
}
