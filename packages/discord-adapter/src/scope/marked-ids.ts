import { type ToolDefinition, visitMarked } from '@guildline/mcp-core';

/** An id among the arguments of a call. */
export interface MarkedId {
  /** What it names: `guild`, `channel`, `message`, … */
  readonly kind: string;
  readonly id: string;
  readonly path: readonly (string | number)[];
}

/** Every id among a call's arguments, at any depth, from the outside in. */
export function findMarkedIds(
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
): MarkedId[] {
  const found: MarkedId[] = [];
  visitMarked(tool.input(), args, ({ refersTo: kind }, value, path) => {
    if (kind === undefined) return;
    for (const id of Array.isArray(value) ? value : [value]) {
      // What is no text names nothing that could be found, and is refused as such.
      found.push({ kind, id: typeof id === 'string' ? id : '', path });
    }
  });
  return found;
}

/**
 * Arguments of a call that is only planned, in which lists and objects may still be JSON text, as many
 * clients send them: text that holds ids is read as what it will become.
 */
export function readPlannedArguments(
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const read = { [name]: readJson(value) };
      return findMarkedIds(tool, read).length > 0 ? [name, read[name]] : [name, value];
    }),
  );
}

function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
