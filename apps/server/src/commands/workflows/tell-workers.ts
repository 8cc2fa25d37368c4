import type { Writable } from 'node:stream';
import type { Operator } from './open-operator.ts';
import { isAtRest, type Summary } from './read-run.ts';

/** Says so if nobody works on a workflow that could go on. */
export function tellWorkers(operator: Operator, summary: Summary, errors: Writable): void {
  if (isAtRest(summary) || operator.workers() !== 'none') return;
  errors.write(
    'No server works on it now. It goes on when one runs: a client\'s, or "guildline workflows work".\n',
  );
}
