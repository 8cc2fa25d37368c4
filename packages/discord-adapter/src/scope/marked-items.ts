import { type ToolDefinition, visitMarked } from '@guildline/mcp-core';

type Path = readonly (string | number)[];

/** The ids of guilds and channels that one item of a result stands for. */
export interface MarkedItem {
  /** Where the item stands; empty for the result itself. */
  readonly path: Path;
  readonly guilds: string[];
  readonly channels: string[];
  /** What the channel is in: its category, or the channel of a thread. */
  readonly parents: string[];
}

/** Finds every list item of a result, and the result itself, that carries ids of guilds or channels. */
export function findMarkedItems(tool: ToolDefinition, result: unknown): MarkedItem[] {
  const items = new Map<string, MarkedItem>();
  visitMarked(tool.output(), result, ({ refersTo }, value, path) => {
    if (typeof value !== 'string' || !isPlace(refersTo)) return;
    const itemPath = path.slice(0, path.findLastIndex((key) => typeof key === 'number') + 1);
    const key = JSON.stringify(itemPath);
    const item = items.get(key) ?? { path: itemPath, guilds: [], channels: [], parents: [] };
    items.set(key, item);
    item[listOf[refersTo]].push(value);
  });
  return [...items.values()];
}

const listOf = {
  guild: 'guilds',
  channel: 'channels',
  'parent channel': 'parents',
} as const;

function isPlace(kind: string | undefined): kind is keyof typeof listOf {
  return kind !== undefined && Object.hasOwn(listOf, kind);
}

/** A copy of a result without some of its list items. */
export function withoutItems(result: unknown, paths: readonly Path[]): unknown {
  const left = new Set(paths.map((path) => JSON.stringify(path)));
  return copy(result, [], left);
}

function copy(value: unknown, path: Path, left: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const itemPath = [...path, index];
      return left.has(JSON.stringify(itemPath)) ? [] : [copy(item, itemPath, left)];
    });
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, copy(item, [...path, key], left)]),
  );
}
