import type { AuditChainReport, AuditReport } from '@guildline/mcp-core';
import { colors } from '../terminal/colors.ts';
import { formatTable } from '../terminal/table.ts';

/** A report as a person reads it: a row per chain, what is wrong, and a verdict. */
export function formatReport({ ok, chains }: AuditReport): string {
  const rows = chains.map((chain) => [
    chain.problem ? colors.red('✗') : colors.green('✓'),
    colors.bold(chain.chain),
    count(chain.files, 'file'),
    count(chain.events, 'event'),
    describeState(chain),
  ]);
  const problems = chains.flatMap(({ problem }) => {
    if (!problem) return [];
    const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
    return [`${colors.red('✗')} ${colors.bold(place)}  ${problem.kind}  ${problem.message}`];
  });
  const events = chains.reduce((sum, chain) => sum + chain.events, 0);
  const checked = `${count(chains.length, 'chain')}, ${count(events, 'event')}`;
  const verdict = ok
    ? `${colors.green('✓')} ${checked}: nothing was changed, removed or moved`
    : `${colors.red('✗')} ${checked} proven; ${count(problems.length, 'chain')} with a problem, which proves nothing from there on`;
  return `${[formatTable(rows), ...problems, verdict].filter(Boolean).join('\n')}\n`;
}

function describeState(chain: AuditChainReport): string {
  const notes = [
    chain.closed ? 'ended' : 'running, or its process died',
    ...(chain.unsealed > 0 ? [`${chain.unsealed} not yet sealed`] : []),
    ...(chain.torn ? ['last line torn, no tampering'] : []),
    ...(chain.lost > 0
      ? [colors.yellow(`${count(chain.lost, 'event')} could not be written`)]
      : []),
  ];
  return notes.join('; ');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
