import * as z from 'zod';
import { confirmControl } from '../../middleware/intake.ts';
import { defineTool, type ToolClass, type ToolDefinition } from '../../tool.ts';

const descriptions: Readonly<Record<ToolClass, string>> = {
  read: `Calls one tool that only reads and returns that tool's result.
When to use: for a tool that tools_search found with effect "read", if you cannot call it by its own name.
Tools that change something are refused here: use tools_write or tools_destructive.`,
  write: `Calls one tool that changes something, without deleting or removing, and returns that tool's result.
When to use: for a tool that tools_search found with another effect than "read" and destructive: false, if you cannot call it by its own name.`,
  destructive: `Calls one tool that deletes, removes people or cannot be undone, and returns that tool's result. A person approves each call first.
When to use: for a tool that tools_search found with destructive: true, if you cannot call it by its own name.`,
};

const titles: Readonly<Record<ToolClass, string>> = {
  read: 'Call a tool that reads',
  write: 'Call a tool that writes',
  destructive: 'Call a destructive tool',
};

/**
 * The tools that pass a call on to the tool it names, one for each class, so that a client's
 * annotations stay honest. They never run: `dispatch` puts the named call in their place.
 */
export const dispatcherTools: readonly ToolDefinition[] = (
  ['read', 'write', 'destructive'] as const
).map(createDispatcherTool);

function createDispatcherTool(forwards: ToolClass): ToolDefinition {
  const name = `tools_${forwards}`;
  return defineTool({
    name,
    category: 'meta',
    title: titles[forwards],
    description: descriptions[forwards],
    input: () => forwardInput(forwards),
    output: () => z.looseObject({}),
    effect: forwards === 'read' ? 'read' : 'once',
    destructive: forwards === 'destructive',
    forwards,
    run: () => Promise.reject(new Error(`${name} was run, and passes calls on only in dispatch`)),
  });
}

function forwardInput(forwards: ToolClass) {
  const call = {
    tool: z.string().min(1).max(128).describe("The tool's name."),
    args: z.record(z.string(), z.unknown()).describe("That tool's arguments.").optional(),
  };
  if (forwards === 'read') return z.strictObject(call);
  return z.strictObject({
    ...call,
    [confirmControl]: z.string().describe('Approval token.').optional(),
  });
}
