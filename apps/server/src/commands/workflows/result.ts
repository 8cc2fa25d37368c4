import { redactValue } from '@guildline/mcp-core';
import { createPrinter } from '../../audit/printer.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toTerminalJson } from '../../terminal/terminal-text.ts';
import { callOperator } from './call-operator.ts';
import { type CommandStreams, ownStreams, type WorkflowFlags } from './command-streams.ts';
import { openOperator } from './open-operator.ts';

/** `guildline workflows result`: what the steps gave until now, as JSON. */
export async function printResult(
  id: string,
  flags: WorkflowFlags,
  { output }: CommandStreams = ownStreams(),
): Promise<number> {
  const operator = await openOperator(flags);
  try {
    const { structured } = await callOperator(operator, { tool: 'workflow_result', args: { id } });
    const printer = createPrinter(output);
    await printer.print(`${toTerminalJson(redactValue(structured), 2)}\n`);
    printer.release();
    return exitCodes.success;
  } finally {
    await operator.close();
  }
}
