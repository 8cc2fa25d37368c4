import type * as z from 'zod';
import type { ConfigurationPath } from './problem.ts';

/** The keys that a schema knows at a path; none where it has no keys of its own. */
export function schemaKeysAt(schema: z.core.$ZodType, path: ConfigurationPath): readonly string[] {
  let inner: z.core.$ZodType | undefined = schema;
  for (const part of path) inner = inner && step(inner, part);
  const { def } = unwrap(inner as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? Object.keys(def.shape) : [];
}

function step(schema: z.core.$ZodType, part: string | number): z.core.$ZodType | undefined {
  const { def } = unwrap(schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape[part];
  if (def.type === 'record') return def.valueType;
  return def.type === 'array' ? def.element : undefined;
}

function unwrap(schema: z.core.$ZodTypes): z.core.$ZodTypes {
  const { def } = schema._zod;
  return 'innerType' in def ? unwrap(def.innerType as z.core.$ZodTypes) : schema;
}
