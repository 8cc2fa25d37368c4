import type {
  RecordOperation as CompiledOperation,
  JsonSchema,
  TypeName,
} from '@guildline/pipeline-core';
import { confirmControl } from '../middleware/intake.ts';
import { toSummary } from '../search/tool-summary.ts';
import type { ToolDefinition } from '../tool.ts';
import { toStepTool } from '../tools/meta/step-tools.ts';
import { toExactOutput, toWireTool } from '../wire.ts';
import type { RecordOperation, RecordResource } from './record-resource.ts';

/** An operation with the tool behind it; its schemas are made when somebody reads them. */
export class ExposedOperation implements CompiledOperation {
  readonly resource: RecordResource;
  readonly source: RecordOperation;
  readonly definition: ToolDefinition;
  readonly name: string;
  readonly description: string;
  readonly tool: string;
  readonly input: TypeName | undefined;
  readonly output: TypeName | undefined;
  readonly iterates: boolean;
  readonly effect: CompiledOperation['effect'];
  readonly destructive: boolean;
  readonly reusable: boolean;
  #settings: { readonly [key: string]: unknown } | undefined;

  constructor(resource: RecordResource, source: RecordOperation, definition: ToolDefinition) {
    this.resource = resource;
    this.source = source;
    this.definition = definition;
    this.name = source.name ?? source.tool;
    this.description = source.description ?? toSummary(definition.description);
    this.tool = source.tool;
    this.input = source.input;
    this.output = source.output;
    this.iterates = source.iterates !== undefined;
    this.effect = definition.effect;
    this.destructive = definition.destructive;
    this.reusable = source.reusable ?? false;
  }

  /** What the tool takes, but for the size of a page and for an approval. */
  get settings(): JsonSchema {
    this.#settings ??= without(toWireTool(this.definition).inputSchema, [
      confirmControl,
      ...(this.source.iterates?.size ? [this.source.iterates.size.argument] : []),
    ]);
    return this.#settings;
  }

  get requiredSettings(): readonly string[] {
    const required = (this.settings as { readonly required?: unknown }).required;
    return Array.isArray(required) ? required.map(String) : [];
  }

  /** What one record of the output looks like, as far as the tool says. */
  get recordSchema(): JsonSchema | undefined {
    const output = toExactOutput(this.definition) as { readonly properties?: unknown };
    const list = this.source.iterates?.list;
    if (list === undefined) return output as JsonSchema;
    const properties = (output.properties ?? {}) as Readonly<
      Record<string, { items?: JsonSchema }>
    >;
    return Object.hasOwn(properties, list) ? properties[list]?.items : undefined;
  }

  readonly checkSettings: NonNullable<CompiledOperation['checkSettings']> = (
    settings,
    isTemplate,
  ) => toStepTool(this.definition).checkArguments(settings, isTemplate);
}

function without(schema: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const {
    properties = {},
    required,
    ...rest
  } = schema as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name));
  const needed = (required ?? []).filter((name) => !names.includes(name));
  return {
    ...rest,
    properties: Object.fromEntries(kept),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}
