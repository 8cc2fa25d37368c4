import { makeVisible } from '@guildline/mcp-core';

/** What is wrong with the fences of a text block, and the marker that it uses. */
export interface FenceReport {
  readonly problems: readonly string[];
  /** `undefined` if nothing was fenced. */
  readonly marker: string | undefined;
}

/**
 * Holds a text block against the structure beside it: the same keys and values; each fenced text is
 * the whole of one value; one marker, which stands nowhere else; and `hostile`, wherever it is a
 * value, is fenced.
 */
export function checkFences(block: string, structured: unknown, hostile: string): FenceReport {
  const problems: string[] = [];
  const markers: string[] = [];
  for (const { path, shown, value } of leavesOf(parse(block), structured, '')) {
    const fence = typeof value === 'string' ? readFence(shown) : undefined;
    if (fence) {
      markers.push(fence.marker);
      if (fence.text !== makeVisible(value as string)) problems.push(`${path} fences another text`);
    } else if (shown !== value) problems.push(`${path} is another value`);
    else if (value === hostile) problems.push(`${path} is not fenced`);
  }
  const [marker] = markers;
  if (marker !== undefined) problems.push(...checkMarker(block, marker, markers));
  return { problems, marker };
}

function checkMarker(block: string, marker: string, markers: readonly string[]): string[] {
  const times = (text: string) => block.split(text).length - 1;
  const { length } = markers;
  return [
    ...(new Set(markers).size > 1 ? ['there are several markers'] : []),
    ...(times(`⟦untrusted ${marker}⟧`) === length ? [] : ['something else opens a fence']),
    ...(times(`⟦/untrusted ${marker}⟧`) === length ? [] : ['something else closes a fence']),
    ...(times(marker) === 2 * length ? [] : ['the marker stands elsewhere']),
  ];
}

interface Leaf {
  readonly path: string;
  readonly shown: unknown;
  readonly value: unknown;
}

/** The leaves of a structure, each with what the text block has in its place. */
function leavesOf(shown: unknown, value: unknown, path: string): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, shown, value }];
  const keys = Object.keys(value);
  if (typeof shown !== 'object' || String(Object.keys(shown ?? {})) !== String(keys)) {
    return [{ path, shown, value }];
  }
  const [one, other] = [shown, value] as Record<string, unknown>[];
  return keys.flatMap((key) => leavesOf(one?.[key], other?.[key], `${path}.${key}`));
}

function readFence(shown: unknown): { marker: string; text: string } | undefined {
  if (typeof shown !== 'string') return undefined;
  const match = /^⟦untrusted ([0-9a-f]{12})⟧([\s\S]*)⟦\/untrusted \1⟧$/.exec(shown);
  return match ? { marker: match[1] ?? '', text: match[2] ?? '' } : undefined;
}

function parse(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch {
    return block;
  }
}

/** How often a text is a value anywhere inside. */
export function countOf(value: unknown, wanted: string): number {
  if (typeof value === 'string') return value === wanted ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + countOf(item, wanted), 0);
}
