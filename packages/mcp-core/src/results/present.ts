import { toErrorJson } from '../errors/error-json.ts';
import type { ToolError } from '../errors/tool-error.ts';
import { toUnaskedError } from '../errors/unasked-error.ts';
import type { Outcome, ResultOutcome } from '../outcome.ts';
import { redactText, redactValue } from '../redaction/redact.ts';
import { createFence, fenceResult } from '../schema/fence.ts';
import type { ToolDefinition } from '../tool.ts';
import { toResource } from './result-store.ts';
import { type Shelf, shortenAnswer, shortenPart } from './shorten.ts';

/** A tool result as both protocol eras have it on the wire. */
export interface WireResult {
  readonly content: readonly WireContent[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export type WireContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly size: number;
    };

/**
 * Makes an outcome presentable: large results go to the store, text from outside is fenced in the
 * text block, an error becomes JSON text.
 */
export function present(outcome: Outcome, shelf: Shelf): WireResult {
  switch (outcome.kind) {
    case 'result':
      return outcome.parts
        ? presentComposed(outcome, outcome.parts, shelf)
        : presentDirect(outcome, shelf);
    case 'error':
      return presentError(outcome.error);
    case 'needs-approval':
      return presentError(toUnaskedError(outcome.request));
  }
}

function presentDirect(outcome: ResultOutcome, shelf: Shelf): WireResult {
  const { tool } = outcome;
  const clean = outcome.isClean ? outcome.structured : withoutSecrets(outcome.structured);
  const { structured, resource, bytes } = shortenAnswer(clean, tool, shelf);
  const fenced = fenceResult(tool.output(), structured, createFence());
  const link = resource ? [toLink(resource, tool, bytes)] : [];
  return withFlags({ content: [toText(fenced), ...link], structuredContent: structured }, outcome);
}

function presentComposed(
  outcome: ResultOutcome,
  parts: ReadonlyMap<object, ToolDefinition>,
  shelf: Shelf,
): WireResult {
  const fence = createFence();
  const shown = new Map<object, object>();
  const fenced = new Map<object, unknown>();
  for (const [result, tool] of parts) {
    const clean = withoutSecrets(result);
    const short = shortenPart(clean, tool, shelf, parts.size);
    shown.set(result, short);
    fenced.set(short, short === clean ? fenceResult(tool.output(), short, fence) : short);
  }
  const structured = replaceParts(outcome.structured, shown, redactText) as Structured;
  const own = fenceResult(outcome.tool.output(), structured, fence);
  const content = [toText(replaceParts(own, fenced))];
  return withFlags({ content, structuredContent: structured }, outcome);
}

/** A copy in which every part stands replaced, and texts around the parts; looks no deeper than the parts. */
function replaceParts(
  value: unknown,
  replacements: ReadonlyMap<object, unknown>,
  replaceText?: (text: string) => string,
): unknown {
  if (typeof value === 'string') return replaceText?.(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (replacements.has(value)) return replacements.get(value);
  const inside = (item: unknown) => replaceParts(item, replacements, replaceText);
  if (Array.isArray(value)) return value.map(inside);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item)]));
}

function presentError(error: ToolError): WireResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(toErrorJson(error)) }],
    isError: true,
  };
}

function toText(value: unknown): WireContent {
  return { type: 'text', text: JSON.stringify(value) };
}

type Structured = Readonly<Record<string, unknown>>;

/**
 * A result without secrets. Comes before the fences and the JSON: what looks like the beginning of a
 * secret must not take the end of a fence, or of the text around it, for the rest.
 */
function withoutSecrets<Result extends object>(result: Result): Result {
  return redactValue(result) as Result;
}

function toLink(uri: string, tool: ToolDefinition, size: number): WireContent {
  return { type: 'resource_link', ...toResource({ uri, tool: tool.name }), size };
}

function withFlags(result: WireResult, outcome: ResultOutcome): WireResult {
  const notes = (outcome.notes ?? []).map((note) => ({
    type: 'text' as const,
    text: redactText(note),
  }));
  return {
    ...result,
    content: [...result.content, ...notes],
    ...(outcome.isError ? { isError: true } : {}),
    ...(outcome.meta ? { _meta: withoutSecrets(outcome.meta) } : {}),
  };
}
