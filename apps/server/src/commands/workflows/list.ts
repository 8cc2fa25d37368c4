import { createPrinter } from '../../audit/printer.ts';
import { exitCodes } from '../../exit-codes.ts';
import { colors } from '../../terminal/colors.ts';
import { formatTable } from '../../terminal/table.ts';
import { toTerminalJson } from '../../terminal/terminal-text.ts';
import { callOperator } from './call-operator.ts';
import { type CommandStreams, ownStreams, type WorkflowFlags } from './command-streams.ts';
import { formatCount, formatStatus, formatTarget } from './format-run.ts';
import { type Operator, openOperator } from './open-operator.ts';
import type { Summary } from './read-run.ts';

/** The flags of `guildline workflows list`. */
export interface ListFlags extends WorkflowFlags {
  readonly status?: string | undefined;
  /** At most so many. Defaults to 20. */
  readonly limit?: number | undefined;
}

/** The most that the tool gives at once. */
const pageSize = 100;

/** `guildline workflows list`: newest first. */
export async function listWorkflows(
  flags: ListFlags,
  { output, errors }: CommandStreams = ownStreams(),
): Promise<number> {
  const operator = await openOperator(flags);
  try {
    const { found, hasMore } = await findAll(operator, flags);
    const printer = createPrinter(output);
    if (flags.json) await printer.print(`${toTerminalJson({ workflows: found }, 2)}\n`);
    else if (found.length > 0) await printer.print(`${formatList(found)}\n`);
    printer.release();
    if (found.length === 0 && !flags.json) errors.write('There are no such workflows.\n');
    if (hasMore) errors.write('There are more: raise --limit.\n');
    return exitCodes.success;
  } finally {
    await operator.close();
  }
}

async function findAll(operator: Operator, { status, limit = 20 }: ListFlags) {
  const found: Summary[] = [];
  let cursor: string | undefined;
  do {
    const args = { status, limit: Math.min(limit - found.length, pageSize), cursor };
    const page = (await callOperator(operator, { tool: 'workflow_list', args: present(args) }))
      .structured as { readonly workflows: readonly Summary[]; readonly next_cursor?: string };
    found.push(...page.workflows);
    cursor = page.next_cursor;
  } while (cursor !== undefined && found.length < limit);
  return { found, hasMore: cursor !== undefined };
}

function present(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

function formatList(found: readonly Summary[]): string {
  const head = ['ID', 'STATUS', 'STEPS', 'UPDATED', 'TARGET'].map((name) => colors.dim(name));
  const rows = found.map((summary) => [
    summary.id,
    formatStatus(summary),
    formatCount(summary).replace(' steps', ''),
    summary.updated_at,
    formatTarget(summary) + (summary.failure ? `  ${summary.failure.code}` : ''),
  ]);
  return formatTable([head, ...rows]);
}
