import { suggest } from '../suggest.ts';
import type { ToolDefinition } from '../tool.ts';
import type { StateDefinition } from './define-state.ts';
import { invalidatedFields, isStateful, requiredFields, storedFields } from './state-fields.ts';

/**
 * Holds what tools say of state against the declared fields.
 *
 * @throws TypeError if there is no state, a field is not declared, or nothing could ever fill a field
 * that a tool requires
 */
export function checkStatefulTools(
  tools: readonly ToolDefinition[],
  state: StateDefinition | undefined,
): void {
  const stateful = tools.filter(isStateful);
  if (!state) {
    const [first] = stateful;
    if (!first) return;
    throw new TypeError(
      `${first.name} works with state, and the registry has none. Pass createRegistry the state of defineState.`,
    );
  }
  for (const tool of stateful) checkNames(tool, Object.keys(state.fields));
  checkFillable(stateful);
}

function checkNames(tool: ToolDefinition, declared: readonly string[]): void {
  const uses = {
    stores: storedFields(tool),
    requires: requiredFields(tool),
    invalidates: invalidatedFields(tool),
  };
  for (const [use, fields] of Object.entries(uses)) {
    const strange = fields.find((field) => !declared.includes(field));
    if (strange === undefined) continue;
    const meant = suggest(strange, declared);
    const hint = meant ? `Did you mean "${meant}"?` : `Declared: ${declared.join(', ') || 'none'}.`;
    throw new TypeError(`${tool.name} ${use} "${strange}", which is no state field. ${hint}`);
  }
}

/** A tool that waits for a field fills it only once another tool has. */
function checkFillable(tools: readonly ToolDefinition[]): void {
  const fillable = new Set<string>();
  let waiting = tools;
  for (;;) {
    const ready = waiting.filter((tool) =>
      requiredFields(tool).every((name) => fillable.has(name)),
    );
    if (ready.length === 0) break;
    for (const field of ready.flatMap(storedFields)) fillable.add(field);
    waiting = waiting.filter((tool) => !ready.includes(tool));
  }
  const [stuck] = waiting;
  if (!stuck) return;
  const field = requiredFields(stuck).find((name) => !fillable.has(name));
  throw new TypeError(
    `${stuck.name} requires "${field}", which no tool can store before it. Let a tool store it that requires nothing that waits for it.`,
  );
}
