import type * as z from 'zod';

interface AnyDefinition {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/**
 * Visits every part of a schema. `layers` are the part's schema with its wrappers (optional, default,
 * nullable), outermost first; a path's `[]` stands for the elements of an array.
 */
export function walkSchema(
  schema: z.ZodType,
  visit: (path: readonly string[], layers: readonly z.ZodType[]) => void,
  path: readonly string[] = [],
): void {
  const layers = [schema];
  for (let inner = innerOf(schema); inner; inner = innerOf(inner)) layers.push(inner);
  visit(path, layers);
  const { shape, element, valueType, options } = definitionOf(layers.at(-1) ?? schema);
  for (const [key, part] of Object.entries(shape ?? {})) walkSchema(part, visit, [...path, key]);
  for (const option of options ?? []) walkSchema(option, visit, path);
  for (const part of [element, valueType]) if (part) walkSchema(part, visit, [...path, '[]']);
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  const { innerType, in: input, getter } = definitionOf(schema);
  return innerType ?? input ?? getter?.();
}

function definitionOf(schema: z.ZodType): AnyDefinition {
  return schema._zod.def as unknown as AnyDefinition;
}
