import type { CallContext } from '../context.ts';
import type { ToolDefinition } from '../tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments that a tool runs with: with the caller's identity if the tool has asked for it. It
 * comes after every check, and arguments of these names are refused long before.
 */
export function withCallerIdentity(
  { callerIdentity }: Pick<ToolDefinition, 'callerIdentity'>,
  args: Arguments,
  { caller }: Pick<CallContext, 'caller'>,
): Arguments {
  if (callerIdentity !== true) return args;
  return { ...args, __CallerId: caller.id, __CallerGroups: [...caller.groups] };
}
