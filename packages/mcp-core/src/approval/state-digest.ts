import { requiredFields } from '../state/state-fields.ts';
import type { StateView } from '../state/state-view.ts';
import type { ToolDefinition } from '../tool.ts';
import { digestOf } from './digest.ts';

/**
 * A short name for what is stored in the fields that a tool requires, which an approval is bound to.
 * `undefined` if it requires none.
 */
export function stateDigestOf(tool: ToolDefinition, state: StateView): string | undefined {
  const fields = requiredFields(tool);
  if (fields.length === 0) return undefined;
  return digestOf(fields.map((field) => [field, state.get(field) ?? null]));
}
