import type { ToolDefinition } from './tool.ts';

/** A frozen set of tools. */
export interface Registry {
  /** Every tool, disabled ones too, sorted by name. */
  all(): readonly ToolDefinition[];
  /** The enabled tools, sorted by name. */
  enabled(): readonly ToolDefinition[];
  find(name: string): ToolDefinition | undefined;
  isEnabled(name: string): boolean;
  /** The nearest enabled name, if one is near enough to be what was meant. */
  suggest(name: string): string | undefined;
}
