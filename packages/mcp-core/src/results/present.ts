import { toErrorJson } from '../errors/error-json.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Outcome, ResultOutcome } from '../outcome.ts';
import { redactText, redactValue } from '../redaction/redact.ts';
import { createFence, type Fence, fenceResult } from '../schema/fence.ts';
import type { ToolDefinition } from '../tool.ts';
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
      return presentError(
        new ToolError({
          code: 'CONFIRMATION_REQUIRED',
          message: `A person has to approve this first.\n${outcome.request.preview}`,
        }),
      );
  }
}

function presentDirect(outcome: ResultOutcome, shelf: Shelf): WireResult {
  const { tool } = outcome;
  const { structured, resource, bytes } = shortenAnswer(outcome.structured, tool.name, shelf);
  const fenced = fenceResult(tool.output(), structured, createFence());
  const link = resource ? [toLink(resource, tool, bytes)] : [];
  return withFlags({ content: [toText(fenced), ...link], ...withoutSecrets(structured) }, outcome);
}

function presentComposed(
  outcome: ResultOutcome,
  parts: ReadonlyMap<object, ToolDefinition>,
  shelf: Shelf,
): WireResult {
  const short = new Map<object, unknown>();
  for (const [result, tool] of parts) short.set(result, shortenPart(result, tool.name, shelf));
  const structured = replaceParts(outcome.structured, short) as Readonly<Record<string, unknown>>;
  const fenced = fenceParts(outcome, parts, short, createFence());
  return withFlags({ content: [toText(fenced)], ...withoutSecrets(structured) }, outcome);
}

function fenceParts(
  outcome: ResultOutcome,
  parts: ReadonlyMap<object, ToolDefinition>,
  short: ReadonlyMap<object, unknown>,
  fence: Fence,
): unknown {
  const fenced = new Map<object, unknown>();
  for (const [result, tool] of parts) {
    const shown = short.get(result);
    fenced.set(result, shown === result ? fenceResult(tool.output(), result, fence) : shown);
  }
  const own = fenceResult(outcome.tool.output(), outcome.structured, fence);
  return replaceParts(own, fenced);
}

/** A copy in which every part stands replaced; looks no deeper than the parts. */
function replaceParts(value: unknown, replacements: ReadonlyMap<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (replacements.has(value)) return replacements.get(value);
  if (Array.isArray(value)) return value.map((item) => replaceParts(item, replacements));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceParts(item, replacements)]),
  );
}

function presentError(error: ToolError): WireResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(toErrorJson(error)) }],
    isError: true,
  };
}

function toText(value: unknown): WireContent {
  return { type: 'text', text: redactText(JSON.stringify(value)) };
}

/** The structure without secrets; the same object if it has none, as nearly all have. */
function withoutSecrets(structured: Readonly<Record<string, unknown>>) {
  const json = JSON.stringify(structured);
  const isClean = redactText(json) === json;
  return {
    structuredContent: isClean ? structured : (redactValue(structured) as typeof structured),
  };
}

function toLink(uri: string, tool: ToolDefinition, size: number): WireContent {
  return {
    type: 'resource_link',
    uri,
    name: `The whole result of ${tool.name}`,
    mimeType: 'application/json',
    size,
  };
}

function withFlags(result: WireResult, outcome: ResultOutcome): WireResult {
  return {
    ...result,
    ...(outcome.isError ? { isError: true } : {}),
    ...(outcome.meta ? { _meta: outcome.meta } : {}),
  };
}
