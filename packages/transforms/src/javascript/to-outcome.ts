import type { TransformOutcome } from '@guildline/pipeline-core';
import { toFailure } from '../settings/to-failure.ts';
import type { JavaScriptLimits } from './limits.ts';

/**
 * What an answer of the sandbox means for a value. Its first letter is the kind: `k` keep the value,
 * `d` drop it, `v` new values as a JSON list, `r` a result that is refused, `x` an exception, `t` too
 * slow, `l` out of memory or stack, `c` not run because the run was stopped.
 */
export function toOutcome(
  answer: string,
  value: unknown,
  limits: JavaScriptLimits,
): TransformOutcome {
  const text = answer.slice(1);
  switch (answer[0]) {
    case 'k':
      return { values: [value] };
    case 'd':
      return { values: [] };
    case 'v':
      return { values: JSON.parse(text) as unknown[] };
    case 'r':
      return toFailure(`The JavaScript ${text}.`);
    case 'x':
      return toFailure(
        `The JavaScript ${text}. Mend the code, or let it return early for such a record.`,
      );
    case 't':
      return toFailure(
        `The JavaScript took longer than ${limits.softTime} ms for this record. Look for a loop without an end.`,
      );
    case 'c':
      return toFailure('Not run: the run was stopped before this record.', 'CANCELLED');
    default:
      return toFailure(
        `The JavaScript used more than ${limits.memory / 1024 / 1024} MB of memory, or nested its calls too deeply, for this record.`,
      );
  }
}
