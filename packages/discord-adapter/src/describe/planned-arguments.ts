import type { ToolDefinition } from '@guildline/mcp-core';
import { findMarkedIds, type MarkedId, readPlannedArguments } from '../scope/marked-ids.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Ids of one kind in one argument, in order. */
export interface IdGroup {
  /** The argument as a reader knows it: `user_ids`, `allowed_mentions.users`. */
  readonly name: string;
  readonly kind: string;
  /** As they were written, templates included. */
  readonly ids: readonly string[];
}

/** The arguments of a call, sorted by how they are described. */
export interface PlannedArguments {
  readonly groups: readonly IdGroup[];
  /** The arguments that are more than ids. */
  readonly others: readonly (readonly [string, unknown])[];
}

/** Sorts the arguments of a call that may not be checked yet. */
export function sortArguments(
  tool: ToolDefinition | undefined,
  planned: Arguments,
): PlannedArguments {
  const args = tool ? readPlannedArguments(tool, planned) : planned;
  const marked = tool ? findMarkedIds(tool, args) : [];
  const groups = new Map<string, { name: string; kind: string; ids: string[] }>();
  for (const one of marked) {
    const name = nameOf(one);
    const key = `${one.kind} ${name}`;
    const group = groups.get(key) ?? { name, kind: one.kind, ids: [] };
    groups.set(key, group);
    group.ids.push(one.id);
  }
  const plain = new Set(marked.filter(isPlain).map(({ path }) => path[0]));
  return {
    groups: [...groups.values()],
    others: Object.entries(args).filter(([name, value]) => value !== undefined && !plain.has(name)),
  };
}

function nameOf({ path }: MarkedId): string {
  return path.filter((key) => typeof key === 'string').join('.');
}

/** True for an id that is an argument by itself, or an item of one. */
function isPlain({ path }: MarkedId): boolean {
  return path.length === 1 || (path.length === 2 && typeof path[1] === 'number');
}

/** True for an id that can be looked up: written out, and of the right form. */
export function isLiteral(id: string): boolean {
  return /^\d{17,20}$/.test(id);
}
