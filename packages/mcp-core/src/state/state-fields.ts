import type { ToolDefinition } from '../tool.ts';

/** The part of a tool that says what state it works with; any tool's source will do. */
export interface StatefulParts {
  readonly stores?: unknown;
  readonly requires?: string | readonly string[];
  readonly invalidates?: string | readonly string[];
}

/** True if a tool stores, requires or invalidates anything. */
export function isStateful({ stores, requires, invalidates }: StatefulParts): boolean {
  return stores !== undefined || requires !== undefined || invalidates !== undefined;
}

/** Names of the fields that a success of the tool fills. */
export function storedFields({ stores }: Pick<ToolDefinition, 'stores'>): readonly string[] {
  if (typeof stores === 'object' && !Array.isArray(stores)) return Object.keys(stores);
  return toList(stores as string | readonly string[] | undefined);
}

/** Names of the fields without which the tool is not run. */
export function requiredFields({ requires }: StatefulParts): readonly string[] {
  return toList(requires);
}

/** Names of the fields that the tool empties. */
export function invalidatedFields({ invalidates }: StatefulParts): readonly string[] {
  return toList(invalidates);
}

function toList(names: string | readonly string[] | undefined): readonly string[] {
  if (names === undefined) return [];
  return typeof names === 'string' ? [names] : names;
}
