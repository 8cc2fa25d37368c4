import { formatReport } from './tokens/format-report.ts';
import { measureTokens } from './tokens/report.ts';

/**
 * Prints what the tool lists cost, and what one example costs done in four ways. With
 * `--json` for machines, the tables included.
 */
const report = await measureTokens();
const tables = formatReport(report);
const text = process.argv.includes('--json')
  ? JSON.stringify({ ...report, tables })
  : Object.entries(tables)
      .map(([heading, table]) => `${heading}\n\n${table}`)
      .join('\n\n');
process.stdout.write(`${text}\n`);
