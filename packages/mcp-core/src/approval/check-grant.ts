import { ToolError } from '../errors/tool-error.ts';
import type { Call } from '../middleware/middleware.ts';
import { countTargets } from './count-targets.ts';
import type { DescribeCall } from './describe-call.ts';
import type { StepGrant } from './grant.ts';
import { stateDigestOf } from './state-digest.ts';

/**
 * Holds a step against what the person was shown. A step without templates is exactly that; one with
 * templates may turn out narrower, never wider. The state that it works with is what was shown.
 *
 * @throws ToolError with code `CONFIRMATION_INVALID`; nothing was done.
 */
export async function checkGrant(
  call: Call,
  grant: StepGrant,
  describe: DescribeCall,
): Promise<void> {
  const { tool, args, context } = call;
  if (tool.name !== grant.tool) throw widened(`it was approved for ${grant.tool}`);
  if (stateDigestOf(tool, context.state) !== grant.state) {
    throw widened('what is stored has changed since, and the step works with that');
  }
  if (!grant.templated) return;
  const count = countTargets(tool, args);
  if (count > grant.count) {
    throw widened(`it would touch ${count} and was approved for at most ${grant.count}`);
  }
  const { guilds } = await describe({ tool: tool.name, args }, context);
  const strange = guilds.find((guild) => !grant.guilds.includes(guild));
  // Only a call that sends nothing to the platform can reach no guild of it.
  const isNowhere = guilds.length === 0 && tool.routes !== undefined;
  if (strange !== undefined || isNowhere) {
    throw widened('it would reach a guild that was not shown');
  }
}

function widened(what: string): ToolError {
  return new ToolError({
    code: 'CONFIRMATION_INVALID',
    message: `The step is not what was approved: ${what}. Nothing was done; ask for the approval of a pipeline that says so.`,
  });
}
