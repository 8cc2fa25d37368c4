import type { DBOSConfig } from '@dbos-inc/dbos-sdk';
import { redactText } from '@guildline/mcp-core';
import { lineOf } from '../unavailable.ts';

type DbosLogger = NonNullable<DBOSConfig['logger']>;

/** What DBOS warns of and is normal here: a run that another execution has taken over, a repeated start. */
const normal =
  /no longer owned|already exists in queue|was cancelled during execution|workflows are still running|not the latest version/;
/** Milliseconds in which the same line is reported once. */
const quiet = 60_000;

/**
 * DBOS's own log: warnings and errors become lines for the operator, never output on stdout. A line
 * that comes again and again, as while a database is down, is reported once a minute.
 */
export function createDbosLogger(report: (line: string) => void): DbosLogger & { silence(): void } {
  const reported = new Map<string, number>();
  let isSilent = false;
  const tell = (entry: unknown) => {
    const line = redactText(lineOf(entry));
    if (isSilent || normal.test(line)) return;
    const now = performance.now();
    const kind = line.replace(/[\d.]+|[\w-]{20,}/g, '#');
    if (now - (reported.get(kind) ?? Number.NEGATIVE_INFINITY) < quiet) return;
    if (reported.size > 100) reported.clear();
    reported.set(kind, now);
    report(`engine: ${line}`);
  };
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: tell,
    error: tell,
    silence: () => {
      isSilent = true;
    },
  };
}
