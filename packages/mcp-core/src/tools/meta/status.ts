import * as z from 'zod';
import { mayCall } from '../../access/may-call.ts';
import type { CallContext } from '../../context.ts';
import { missingFields } from '../../state/missing-fields.ts';
import { stateIdArgument, stateIdOf } from '../../state/state-argument.ts';
import { isStateful } from '../../state/state-fields.ts';
import { StateSnapshot } from '../../state/state-snapshot.ts';
import type { StateStore, StoredValue } from '../../state/state-store.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';

function statusOutput() {
  const field = z.object({
    populated: z.boolean(),
    count: z.int().optional(),
    stored_at: z.string().optional(),
    stored_by: z.object({ tool: z.string(), call_id: z.string() }).optional(),
  });
  const names = z.array(z.string());
  return z.object({
    state: z.record(z.string(), field),
    tools: z.object({
      available: names,
      blocked: names,
      waiting_for: z.record(z.string(), names),
    }),
  });
}

/** Makes `_status`: what is stored for the caller, and which tools can run with it. */
export function createStatusTool({ store }: { readonly store: StateStore }): ToolDefinition {
  return defineTool({
    name: '_status',
    category: 'meta',
    title: 'Show the state',
    description: `Shows what earlier calls have stored on the server for you, and which of the tools that use it can run now.
When to use: to see what is there before you fetch it again, or why a tool answers STATE_REQUIRED.
Returns {state: {<field>: {populated, count?, stored_at?, stored_by?}}, tools: {available, blocked, waiting_for: {<tool>: [<field>]}}}.`,
    input: () => z.strictObject({ state_id: stateIdArgument() }),
    output: statusOutput,
    effect: 'read',
    openWorld: false,
    run: async (args, context) => {
      const fields = Object.keys(context.tools.state?.fields ?? {});
      const owner = { store, caller: context.caller.id, fields };
      const state = new StateSnapshot(owner, stateIdOf(args)).take();
      const tools = findUsable(context).map((tool) => ({
        name: tool.name,
        missing: [...missingFields(tool, state)],
      }));
      const blocked = tools.filter(({ missing }) => missing.length > 0);
      return {
        state: Object.fromEntries(fields.map((name) => [name, describeField(state.find(name))])),
        tools: {
          available: tools.filter(({ missing }) => missing.length === 0).map(({ name }) => name),
          blocked: blocked.map(({ name }) => name),
          waiting_for: Object.fromEntries(blocked.map(({ name, missing }) => [name, missing])),
        },
      };
    },
  });
}

/** The tools with state that this caller may call. */
function findUsable(context: CallContext): readonly ToolDefinition[] {
  return context.tools.enabled().filter((tool) => isStateful(tool) && mayCall(tool, context));
}

function describeField(value: StoredValue | undefined) {
  if (!value) return { populated: false };
  return {
    populated: true,
    ...(value.count === undefined ? {} : { count: value.count }),
    stored_at: new Date(value.storedAt).toISOString(),
    stored_by: { tool: value.tool, call_id: value.callId },
  };
}
