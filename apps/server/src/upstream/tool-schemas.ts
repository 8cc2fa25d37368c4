import { type PlainSchema, toPlainSchema } from './plain-schema.ts';

/** What is known of the shapes of an upstream's tool. */
export interface ToolSchemas {
  readonly input: PlainSchema;
  /** `undefined` if the upstream promises none. */
  readonly output: PlainSchema | undefined;
}

/** A tool as an upstream lists it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/** The schemas of the tools that are offered; of a name that is listed twice, the first. */
export function toToolSchemas(
  listed: readonly ListedTool[],
  offered: readonly string[],
): ReadonlyMap<string, ToolSchemas> {
  const schemas = new Map<string, ToolSchemas>();
  for (const { name, inputSchema, outputSchema } of listed) {
    if (!offered.includes(name) || schemas.has(name)) continue;
    schemas.set(name, {
      input: toPlainSchema(inputSchema, 'input'),
      output: outputSchema === undefined ? undefined : toPlainSchema(outputSchema, 'output'),
    });
  }
  return schemas;
}
