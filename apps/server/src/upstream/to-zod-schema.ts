import { untrusted } from '@guildline/mcp-core';
import * as z from 'zod';
import type { PlainSchema } from './plain-schema.ts';

/** Arguments of a tool; any object if its schema is not known. */
export function toInputSchema(schema: PlainSchema | undefined): z.ZodType {
  return schema ? convert(schema) : z.looseObject({});
}

/** A result of a tool, in which every text was written outside; any object if its schema is not known. */
export function toOutputSchema(schema: PlainSchema | undefined): z.ZodType {
  return untrusted(schema ? convert(schema) : z.looseObject({}));
}

function convert(schema: PlainSchema): z.ZodType {
  // Without a registry of its own, ids of one schema would be known to all others.
  return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema, { registry: z.registry() });
}
