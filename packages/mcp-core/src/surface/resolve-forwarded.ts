import { refuseTool } from '../access/refuse-tool.ts';
import type { Rights } from '../access/rights.ts';
import { ToolError } from '../errors/tool-error.ts';
import { confirmControl } from '../middleware/intake.ts';
import type { Call } from '../middleware/middleware.ts';
import { refuseArguments } from '../middleware/validate.ts';
import type { Registry } from '../registry.ts';
import { parseJsonStrings } from '../schema/json-strings.ts';
import { classOf, type PlannedCall, type ToolClass, type ToolDefinition } from '../tool.ts';
import { unknownTool } from './unknown-tool.ts';

const deeds: Readonly<Record<ToolClass, string>> = {
  read: 'only reads',
  write: 'changes something',
  destructive: 'is destructive',
};

/**
 * The call that a dispatcher is asked to make for its caller. What is wrong with that call itself,
 * also a tool that is switched off, is left to it.
 *
 * @throws ToolError if the dispatcher refuses
 */
export function resolveForwarded({ tool, args, context }: Call, rights: Rights): PlannedCall {
  const { tools } = context;
  const refusal =
    refuseTool(tool, tools, rights) ?? (context.inner ? refuseInside(tool) : undefined);
  if (refusal) throw refusal;
  const given = parseJsonStrings(tool.input(), args);
  const parsed = tool.input().safeParse(given);
  if (!parsed.success) throw explainArguments(tool, given, parsed.error);
  // As they were given: a schema's copy of an open object leaves out what it finds dangerous.
  const { tool: name, args: inner = {}, [confirmControl]: token } = given as ForwardArguments;
  const wanted = tools.find(name);
  if (!wanted) throw unknownTool(name, tools);
  if (wanted.forwards) throw refuse(tool, `${name} only passes calls on. Name the tool itself.`);
  if (tools.isEnabled(name)) checkClass(tool, wanted, tools);
  return { tool: name, args: withToken(inner, token, tool) };
}

/** The arguments of a dispatcher. */
interface ForwardArguments {
  readonly tool: string;
  readonly args?: PlannedCall['args'];
  readonly [confirmControl]?: string;
}

function explainArguments(
  tool: ToolDefinition,
  given: unknown,
  error: Parameters<typeof refuseArguments>[2],
): ToolError {
  const strays = error.issues.some(({ code }) => code === 'unrecognized_keys');
  const hint = strays ? "\nThe named tool's own arguments belong into args." : '';
  return refuseArguments(tool, given, error, hint);
}

function checkClass(dispatcher: ToolDefinition, wanted: ToolDefinition, tools: Registry): void {
  const wantedClass = classOf(wanted);
  if (dispatcher.forwards === wantedClass) return;
  const right = tools.enabled().find(({ forwards }) => forwards === wantedClass);
  const byName = `${wanted.name} by its own name`;
  const next = right
    ? `Use ${right.name} with the same arguments, or call ${byName}`
    : `Call ${byName}`;
  throw refuse(dispatcher, `${wanted.name} ${deeds[wantedClass]}. ${next}.`);
}

/** A token may stand beside `tool` or among the named tool's arguments. */
function withToken(
  args: PlannedCall['args'],
  token: string | undefined,
  dispatcher: ToolDefinition,
): PlannedCall['args'] {
  if (token === undefined) return args;
  if (Object.hasOwn(args, confirmControl) && args[confirmControl] !== token) {
    throw refuse(dispatcher, `${confirmControl} is there twice and differs. Give it once.`);
  }
  return { ...args, [confirmControl]: token };
}

function refuse(dispatcher: ToolDefinition, reason: string): ToolError {
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: `${dispatcher.name} did not pass the call on: ${reason}`,
  });
}

/** Why a dispatcher cannot be called by another call. */
export function refuseInside({ name }: Pick<ToolDefinition, 'name'>): ToolError {
  return new ToolError({
    code: 'PIPELINE_INVALID',
    message: `${name} only passes calls on and cannot be a step. Name the tool itself, with its own arguments.`,
  });
}
