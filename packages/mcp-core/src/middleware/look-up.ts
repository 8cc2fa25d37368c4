import { stateDigestOf } from '../approval/state-digest.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Outcome } from '../outcome.ts';
import { Reply } from '../tool.ts';
import type { Call } from './middleware.ts';
import { toOutcome } from './run.ts';

/** The answer of a look-up that is certain: the call was not applied, and no longer can be. */
export class AbsentCall extends ToolError {
  constructor(tool: string) {
    super({
      code: 'OUTCOME_UNKNOWN',
      message: `The answer to ${tool} was lost, and a look-up found that it was not applied.`,
    });
  }
}

/**
 * The core of the onion for a call that is only looked up: its result if it was applied,
 * {@link AbsentCall} if it was not, an error with outcome `unknown` if nobody can tell.
 */
export async function lookUp({ tool, args, context }: Call, since: number): Promise<Outcome> {
  // What is stored now says nothing of a call that worked with something else.
  const isKnown = !context.grant || stateDigestOf(tool, context.state) === context.grant.state;
  const found = isKnown ? await tool.lookup?.(args, since, context) : undefined;
  switch (found?.outcome) {
    case 'applied':
      return toOutcome(tool, new Reply(found.result), true);
    case 'absent':
      throw new AbsentCall(tool.name);
    default:
      throw new ToolError({
        code: 'OUTCOME_UNKNOWN',
        message: `Looking up ${tool.name} does not tell whether it was applied.`,
        outcome: 'unknown',
      });
  }
}
