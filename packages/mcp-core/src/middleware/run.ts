import { toToolError } from '../errors/to-tool-error.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Outcome, ResultOutcome } from '../outcome.ts';
import { withCallerIdentity } from '../records/caller-identity.ts';
import { formatPath } from '../schema/argument-issues.ts';
import { Reply, type ToolDefinition } from '../tool.ts';
import type { Call } from './middleware.ts';

/**
 * The core of the onion: runs the tool, and holds its result, or what `returns` picks from it,
 * against the output schema.
 */
export async function run(call: Call): Promise<Outcome> {
  const { tool, args, context } = call;
  if (context.signal.aborted) throw cancelledBeforeStart();
  const changes = tool.effect !== 'read';
  let answer: unknown;
  try {
    answer = await tool.run(withCallerIdentity(tool, args, context), context);
  } catch (thrown) {
    throw toToolError(thrown, changes ? 'unknown' : 'not_applied');
  }
  if (answer instanceof Reply) return toOutcome(tool, answer, changes);
  const outcome = toOutcome(tool, new Reply(pick(call, answer, changes)), changes);
  return tool.stores === undefined ? outcome : { ...outcome, full: answer };
}

/** What of a full result is answered. */
function pick({ tool, args }: Call, full: unknown, ran: boolean): unknown {
  try {
    return tool.returns ? tool.returns(full, args) : full;
  } catch (thrown) {
    throw toToolError(thrown, ran ? 'applied' : 'not_applied');
  }
}

/** Holds a tool's answer against its output schema. `ran` is true if the tool may have changed something. */
export function toOutcome(
  tool: ToolDefinition,
  reply: Reply<unknown>,
  ran: boolean,
): ResultOutcome {
  const parsed = tool.output().safeParse(reply.value);
  if (!parsed.success) {
    const places = parsed.error.issues.map((issue) => formatPath(issue.path) || 'result');
    throw new ToolError({
      code: 'INTERNAL_ERROR',
      message: `${tool.name} ${ran ? 'ran, but its' : 'gave a'} result ${ran ? 'was' : 'that was'} not of the promised shape (${places.slice(0, 5).join(', ')}). Please report it.`,
      outcome: ran ? 'applied' : 'not_applied',
      details: { places },
    });
  }
  return {
    kind: 'result',
    tool,
    structured: parsed.data as Readonly<Record<string, unknown>>,
    isError: reply.isError,
    ...(reply.isClean ? { isClean: true } : {}),
    meta: reply.meta,
    parts: reply.parts,
    ...(reply.notes ? { notes: reply.notes } : {}),
  };
}

function cancelledBeforeStart(): ToolError {
  return new ToolError({
    code: 'CANCELLED',
    message: 'The caller cancelled before the call was made. Nothing happened.',
  });
}
