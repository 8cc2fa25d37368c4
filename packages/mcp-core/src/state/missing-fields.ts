import { requiredFields, type StatefulParts } from './state-fields.ts';
import type { StateView } from './state-view.ts';

/**
 * The fields that a tool requires and that are empty: the one rule behind the refusal of a call,
 * `_status` and the check of a pipeline. An empty list is stored, and so not missing.
 */
export function missingFields(
  tool: StatefulParts,
  state: Pick<StateView, 'has'>,
): readonly string[] {
  return requiredFields(tool).filter((field) => !state.has(field));
}
