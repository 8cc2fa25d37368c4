import { toTerminalJson } from '../../terminal/terminal-text.ts';
import type { Result } from './call-operator.ts';
import type { CommandStreams, WorkflowFlags } from './command-streams.ts';
import { formatCount, formatStatus } from './format-run.ts';
import type { Operator } from './open-operator.ts';
import { summaryOf } from './read-run.ts';
import { tellWorkers } from './tell-workers.ts';

/** Prints where a workflow stands that a command has moved. */
export function printMoved(
  operator: Operator,
  result: Result,
  flags: WorkflowFlags,
  { output, errors }: CommandStreams,
): void {
  const summary = summaryOf(result);
  output.write(
    flags.json
      ? `${toTerminalJson(summary, 2)}\n`
      : `${summary.id}  ${formatStatus(summary)}  ${formatCount(summary)}\n`,
  );
  tellWorkers(operator, summary, errors);
}
