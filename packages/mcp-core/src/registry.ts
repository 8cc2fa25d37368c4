import { checkStatefulTools } from './state/check-stateful-tools.ts';
import type { StateDefinition } from './state/define-state.ts';
import { suggest } from './suggest.ts';
import type { ToolDefinition } from './tool.ts';

/** A frozen set of tools. */
export interface Registry {
  /** Every tool, disabled ones too, sorted by name. */
  all(): readonly ToolDefinition[];
  /** The enabled tools, sorted by name. */
  enabled(): readonly ToolDefinition[];
  find(name: string): ToolDefinition | undefined;
  isEnabled(name: string): boolean;
  /** The fields that the tools share; `undefined` if no tool has state. */
  readonly state: StateDefinition | undefined;
  /** The nearest enabled name, if one is near enough to be what was meant. */
  suggest(name: string): string | undefined;
}

/** The parts of a registry. */
export interface RegistrySource {
  readonly tools: readonly ToolDefinition[];
  /** The fields that the tools store, require and invalidate. */
  readonly state?: StateDefinition | undefined;
  /** Which tools are enabled. All are when it is absent. */
  readonly isSelected?: ((tool: ToolDefinition) => boolean) | undefined;
}

/**
 * Freezes a set of tools.
 *
 * @throws TypeError if two tools share a name; if a tool works with state and there is none, or with
 * a field that is not declared; if it requires one that no tool can store before it.
 */
export function createRegistry(source: RegistrySource): Registry {
  const { tools, state, isSelected = () => true } = source;
  const byName = new Map<string, ToolDefinition>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new TypeError(`Two tools are named ${tool.name}.`);
    byName.set(tool.name, tool);
  }
  checkStatefulTools(tools, state);
  const all = Object.freeze([...tools].sort((one, other) => (one.name < other.name ? -1 : 1)));
  const enabled = Object.freeze(all.filter(isSelected));
  const enabledNames = new Set(enabled.map((tool) => tool.name));
  return {
    all: () => all,
    enabled: () => enabled,
    state,
    find: (name) => byName.get(name),
    isEnabled: (name) => enabledNames.has(name),
    suggest: (name) => suggest(name, enabledNames),
  };
}
