import * as z from 'zod';
import { confirmControl } from './middleware/intake.ts';
import type { Registry } from './registry.ts';
import { shapeOf } from './schema/shape.ts';
import type { ToolDefinition } from './tool.ts';
import { compactInput, compactOutput, type ObjectSchema } from './wire/compact-schema.ts';

export type { ObjectSchema } from './wire/compact-schema.ts';

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

function publishInput(tool: ToolDefinition): ObjectSchema {
  if (takesSteps(tool)) return toDocument(tool.input(), 'input');
  const published = compactInput(toObjectSchema(tool.input(), 'input'));
  return mayNeedApproval(tool) ? withConfirmation(published) : published;
}

function publishOutput(tool: ToolDefinition): ObjectSchema {
  if (takesSteps(tool)) return toDocument(tool.output(), 'output');
  return compactOutput(toObjectSchema(tool.output(), 'output'));
}

/**
 * What a tool's result can be and nothing else, for whoever judges references into it. A list may be
 * cut to fit an answer, so its result has two optional keys more.
 */
export function toExactOutput(tool: ToolDefinition): ObjectSchema {
  const output = tool.output();
  const exact = toObjectSchema(output, 'output');
  const shape = shapeOf(output);
  if (tool.calls || shape.type !== 'object') return exact;
  const isList = Object.values(shape.properties).some(
    (property) => shapeOf(property).type === 'array',
  );
  if (!isList) return exact;
  const properties = exact['properties'] as Readonly<Record<string, unknown>>;
  return {
    ...exact,
    properties: { ...properties, truncated: { type: 'boolean' }, resource: { type: 'string' } },
  };
}

/** The schemas of tools that take steps are documents of their own and stay as they are. */
function takesSteps({ calls, prepare }: ToolDefinition): boolean {
  return calls !== undefined && prepare !== undefined;
}

function mayNeedApproval({ destructive, reach, approvalFor }: ToolDefinition): boolean {
  return destructive || reach !== undefined || approvalFor !== undefined;
}

/** A call that may need an approval takes its token. */
function withConfirmation(schema: ObjectSchema): ObjectSchema {
  const properties = schema['properties'] as Readonly<Record<string, unknown>>;
  const control = { type: 'string', description: 'Approval token.' };
  return { ...schema, properties: { ...properties, [confirmControl]: control } };
}

/** A document names its dialect; elsewhere 2020-12 is MCP's default and goes without saying. */
function toDocument(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  return z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema),
  }) as ObjectSchema;
}

function toObjectSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...published } = toDocument(schema, io);
  return published as ObjectSchema;
}

/** `integer` says it already; the bounds of JavaScript's safe integers would cost 14 tokens each. */
function dropSafeIntegerBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
