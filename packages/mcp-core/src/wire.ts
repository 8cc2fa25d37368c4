import * as z from 'zod';
import { confirmControl } from './middleware/intake.ts';
import type { Registry } from './registry.ts';
import { shapeOf } from './schema/shape.ts';
import type { ToolDefinition } from './tool.ts';

/** A JSON Schema with an object root. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** A tool as `tools/list` publishes it. */
export interface WireTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** The published list: the enabled tools by name, which is a deterministic order. */
export function toWireList(tools: Registry): WireTool[] {
  return tools.enabled().map(toWireTool);
}

/** Publishes one tool. The annotations are derived from its effect, never stated twice. */
export function toWireTool(tool: ToolDefinition): WireTool {
  const { name, title, description, effect, destructive, openWorld } = tool;
  return {
    name,
    title,
    description,
    inputSchema: publishInput(tool),
    outputSchema: publishOutput(tool),
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: destructive,
      idempotentHint: effect === 'read' || effect === 'idempotent',
      openWorldHint: openWorld,
    },
  };
}

/** A call that may need an approval takes its token. A composer's schema is a document of its own. */
function publishInput(tool: ToolDefinition): ObjectSchema {
  const published = publishSchema(tool, tool.input(), 'input');
  if (tool.calls || !(tool.destructive || tool.reach)) return published;
  const properties = published['properties'] as Readonly<Record<string, unknown>>;
  const description = 'Token of an approval that an earlier, identical call asked for.';
  return {
    ...published,
    properties: { ...properties, [confirmControl]: { type: 'string', description } },
  };
}

/** A list may be cut to fit an answer, so its output has two optional keys more. */
function publishOutput(tool: ToolDefinition): ObjectSchema {
  const output = tool.output();
  const published = publishSchema(tool, output, 'output');
  const shape = shapeOf(output);
  if (tool.calls || shape.type !== 'object') return published;
  const isList = Object.values(shape.properties).some(
    (property) => shapeOf(property).type === 'array',
  );
  if (!isList) return published;
  const properties = published['properties'] as Readonly<Record<string, unknown>>;
  return {
    ...published,
    properties: { ...properties, truncated: { type: 'boolean' }, resource: { type: 'string' } },
  };
}

/**
 * The dialect is 2020-12, which is MCP's default and goes without saying; only the meta tools, whose
 * schemas are documents of their own, name it.
 */
function publishSchema(
  tool: ToolDefinition,
  schema: z.ZodType,
  io: 'input' | 'output',
): ObjectSchema {
  const { $schema, ...published } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema),
  });
  return (tool.category === 'meta' ? { $schema, ...published } : published) as ObjectSchema;
}

/** `integer` says it already; the bounds of JavaScript's safe integers would cost 14 tokens each. */
function dropSafeIntegerBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
