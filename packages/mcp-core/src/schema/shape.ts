import type * as z from 'zod';

/** The definition of any schema, as far as the walkers here need it. */
interface AnyDefinition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

/** A schema without its wrappers (optional, nullable, default, pipe, lazy …), and what it consists of. */
export type Shape =
  | { readonly type: 'object'; readonly properties: Readonly<Record<string, z.ZodType>> }
  | {
      readonly type: 'array';
      readonly element: z.ZodType;
      /** The most items that are taken; infinite if the schema does not say. */
      readonly maximum: number;
    }
  | { readonly type: 'tuple'; readonly items: readonly z.ZodType[] }
  | { readonly type: 'record'; readonly value: z.ZodType }
  | { readonly type: 'union'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'intersection'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'leaf'; readonly name: string };

/** The definition behind a schema. */
function definitionOf(schema: z.ZodType): AnyDefinition {
  return schema._zod.def as unknown as AnyDefinition;
}

/** The schema inside a wrapper, or `undefined` if the schema is none. */
export function innerOf(schema: z.ZodType): z.ZodType | undefined {
  const definition = definitionOf(schema);
  return definition.innerType ?? definition.in ?? definition.getter?.();
}

/** Looks through the wrappers of a schema. */
export function shapeOf(schema: z.ZodType): Shape {
  let current = schema;
  for (let inner = innerOf(current); inner; inner = innerOf(current)) current = inner;
  const definition = definitionOf(current);
  if (definition.shape) return { type: 'object', properties: definition.shape };
  if (definition.element) {
    return { type: 'array', element: definition.element, maximum: longest(current) };
  }
  if (definition.items) return { type: 'tuple', items: definition.items };
  if (definition.valueType) return { type: 'record', value: definition.valueType };
  if (definition.options) return { type: 'union', options: definition.options };
  if (definition.left && definition.right) {
    return { type: 'intersection', options: [definition.left, definition.right] };
  }
  return { type: 'leaf', name: definition.type };
}

/** The most items that a list takes. */
function longest(list: z.ZodType): number {
  const lengths = (list._zod.def.checks ?? []).flatMap(({ _zod: { def } }) => {
    const { check, maximum, length } = def as { check: string; maximum?: number; length?: number };
    if (check === 'max_length') return [maximum ?? Number.POSITIVE_INFINITY];
    return check === 'length_equals' ? [length ?? Number.POSITIVE_INFINITY] : [];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...lengths);
}
