import { visitMarked } from '../schema/marked-values.ts';
import { shapeOf } from '../schema/shape.ts';
import type { ToolDefinition } from '../tool.ts';

/**
 * How many objects a call touches at most: the longest list of ids among its arguments, and at least
 * one. A list that a template will fill counts as the longest that the schema takes.
 */
export function countTargets(
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
): number {
  const counts = new Map<string, number>();
  visitMarked(tool.input(), args, ({ refersTo }, _value, path) => {
    const [list, index] = path;
    if (refersTo === undefined || typeof list !== 'string' || typeof index !== 'number') return;
    counts.set(list, (counts.get(list) ?? 0) + 1);
  });
  return Math.max(1, ...counts.values(), ...templatedLists(tool, args));
}

function templatedLists(tool: ToolDefinition, args: Readonly<Record<string, unknown>>): number[] {
  const shape = shapeOf(tool.input());
  if (shape.type !== 'object') return [];
  return Object.entries(args).flatMap(([name, value]) => {
    const property = Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
    if (typeof value !== 'string' || !property) return [];
    const list = shapeOf(property);
    return list.type === 'array' ? [list.maximum] : [];
  });
}
