import { createFence, fenceResult } from '../schema/fence.ts';
import type { ToolDefinition } from '../tool.ts';
import type { ResultStore } from './result-store.ts';

/** Bytes of JSON that a direct call may answer with. */
export const maximumAnswerBytes: number = 64 * 1024;
/** Bytes of JSON that one step may have in a composer's answer. */
const maximumPartBytes: number = 16 * 1024;
/** Bytes of JSON that the steps of an answer may have together; only workflows have enough steps for it. */
const maximumPartsBytes: number = 512 * 1024;

/** What stands for a result that is too large for a composer's answer. */
export interface ByReference {
  readonly truncated: true;
  readonly resource: string;
  /** Size of the whole, in bytes of JSON. */
  readonly bytes: number;
}

/** Where a large result goes. */
export interface Shelf {
  readonly store: ResultStore;
  readonly caller: string;
}

/** A step's result, or a reference to it if it is too large for one of so many. */
export function shortenPart(
  result: object,
  tool: ToolDefinition,
  shelf: Shelf,
  parts: number,
): object {
  const json = JSON.stringify(result);
  const bytes = Buffer.byteLength(json);
  if (bytes <= Math.min(maximumPartBytes, maximumPartsBytes / parts)) return result;
  const reference: ByReference = {
    truncated: true,
    resource: store(result, tool, shelf),
    bytes,
  };
  return reference;
}

/** A direct call's answer that fits, and the URI of the whole if something was left out. */
export interface ShortAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly resource?: string;
  readonly bytes: number;
}

/**
 * Cuts the longest list of a result at whole items until it fits; it still conforms to its schema.
 * A result without lists stays whole, and `resource` says where it can be read again.
 */
export function shortenAnswer(
  structured: Readonly<Record<string, unknown>>,
  tool: ToolDefinition,
  shelf: Shelf,
): ShortAnswer {
  const json = JSON.stringify(structured);
  const bytes = Buffer.byteLength(json);
  if (bytes <= maximumAnswerBytes) return { structured, bytes };
  const resource = store(structured, tool, shelf);
  const shortened = cutLists({ ...structured, truncated: true, resource }, maximumAnswerBytes);
  const hasLists = Object.values(structured).some(Array.isArray);
  return { structured: hasLists ? shortened : structured, resource, bytes };
}

/** Cuts the longest lists of a result at whole items until its JSON has no more than so many bytes, if that helps. */
export function cutLists(
  structured: Readonly<Record<string, unknown>>,
  maximumBytes: number,
): Readonly<Record<string, unknown>> {
  let cut = structured;
  for (const [key] of listsBySize(structured)) {
    const excess = Buffer.byteLength(JSON.stringify(cut)) - maximumBytes;
    if (excess <= 0) break;
    cut = { ...cut, [key]: cutList(cut[key] as readonly unknown[], excess) };
  }
  return cut;
}

/** Puts a whole result on the shelf, as a model may read it: text from outside is fenced. */
function store(result: unknown, tool: ToolDefinition, shelf: Shelf): string {
  const fenced = fenceResult(tool.output(), result, createFence());
  return shelf.store.put(shelf.caller, tool.name, JSON.stringify(fenced));
}

function listsBySize(value: Readonly<Record<string, unknown>>): [string, number][] {
  return Object.entries(value)
    .filter(([, item]) => Array.isArray(item))
    .map(([key, item]): [string, number] => [key, Buffer.byteLength(JSON.stringify(item))])
    .sort((one, other) => other[1] - one[1]);
}

/** The first items of a list, as many as leave out at least `excess` bytes. */
function cutList(items: readonly unknown[], excess: number): readonly unknown[] {
  let left = items.length;
  for (let freed = 0; left > 0 && freed < excess; left -= 1) {
    freed += Buffer.byteLength(JSON.stringify(items[left - 1])) + 1;
  }
  return items.slice(0, left);
}
