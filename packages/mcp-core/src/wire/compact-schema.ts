import { hasObject, isSayable, isSchema, type Schema, toShapeText } from './shape-text.ts';

/** A JSON Schema with an object root. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** A result with more properties is said in words. */
const mostProperties = 12;
/** Longer texts are hardly ever written by accident. */
const longestTextSaid = 255;
/** The largest number of 32 bits, which is where platforms put a bound that means none. */
const largestNumberSaid = 0x7f_ff_ff_fe;

/**
 * The arguments of a tool in few tokens. The names, types, defaults and descriptions of the root's
 * properties stay; a property with objects inside says their shape in words. Left unsaid is what is
 * hardly ever got wrong, and is explained by the refusal when it is: that unknown arguments are
 * refused, that text is not empty, that counts are not negative.
 */
export function compactInput(schema: ObjectSchema): ObjectSchema {
  const compacted = compact(schema, 'input');
  // Elsewhere unknown arguments are refused, so a tool that takes any has to say so.
  return isEmpty(schema['additionalProperties'])
    ? { ...compacted, additionalProperties: true }
    : compacted;
}

/**
 * A tool's result in few tokens: accepts every result that the exact schema accepts, and more. Up to
 * twelve properties of the root stay, those with objects inside with their shape in words; a larger
 * result is said in words as a whole.
 */
export function compactOutput(schema: ObjectSchema): ObjectSchema {
  const { required: _, description, ...open } = schema;
  const names = Object.keys((schema['properties'] ?? {}) as object);
  return names.length > mostProperties && isSayable(schema)
    ? { type: 'object', description: join(description, toShapeText(schema)) }
    : compact({ ...open, ...(description !== undefined && { description }) }, 'output');
}

type Direction = 'input' | 'output';

function compact(schema: ObjectSchema, direction: Direction): ObjectSchema {
  const root = tidy(schema, direction) as ObjectSchema;
  // A reference may point at any place of the document, so what is below the root stays.
  if (JSON.stringify(schema).includes('"$ref":')) return root;
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return {
    ...root,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, compactProperty(name, property, direction)]),
    ),
  };
}

function compactProperty(name: string, property: Schema, direction: Direction): Schema {
  if (hasObject(property) && isSayable(property)) return toWords(mergeNull(property), direction);
  const tidied = tidyDeep(property, direction);
  return /(^|_)ids?$/.test(name) ? withoutPattern(tidied) : tidied;
}

/** An argument that is called an id needs no pattern to say so. */
function withoutPattern({ pattern: _, ...schema }: Schema): Schema {
  const items = schema['items'];
  return isSchema(items) ? { ...schema, items: withoutPattern(items) } : schema;
}

/** A property whose shape stands in its description; what remains is its type and its bounds. */
function toWords(property: Schema, direction: Direction): Schema {
  const { description, default: standard, minItems, maxItems, items } = property;
  const type = typesOf(property);
  return tidy(
    {
      ...(type !== undefined && { type }),
      // Providers refuse a list among the arguments that does not say of what.
      ...(direction === 'input' && items !== undefined && { items: toBareType(items as Schema) }),
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
      ...(standard !== undefined && { default: standard }),
      description: join(description, toShapeText(property)),
    },
    direction,
  );
}

function toBareType(schema: Schema): Schema {
  const type = typesOf(schema);
  return type === undefined ? {} : { type };
}

/** The types that a schema takes, or `undefined` if it does not say. */
function typesOf(schema: Schema): unknown {
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (!options) return schema['type'];
  const types = options.map(typesOf);
  if (types.includes(undefined)) return undefined;
  const distinct = [...new Set(types.flat())];
  return distinct.length === 1 ? distinct[0] : distinct;
}

function join(description: unknown, shape: string): string {
  if (typeof description !== 'string') return shape;
  return `${description}${/[.!?:]$/.test(description) ? '' : ':'} ${shape}`;
}

function tidyDeep(schema: Schema, direction: Direction): Schema {
  const { items, anyOf } = schema as { items?: unknown; anyOf?: readonly Schema[] };
  const inner: Schema = {
    ...schema,
    ...(isSchema(items) && { items: tidyDeep(items, direction) }),
    ...(anyOf && { anyOf: anyOf.map((option) => tidyDeep(option, direction)) }),
  };
  return tidy(mergeNull(inner), direction);
}

/** `anyOf` of something and null as a list of types, which says the same. */
function mergeNull(schema: Schema): Schema {
  const { anyOf, ...outer } = schema as { anyOf?: readonly Schema[] };
  const [value, nothing, ...others] = anyOf ?? [];
  if (!value || nothing?.['type'] !== 'null' || others.length > 0) return schema;
  if (typeof value['type'] !== 'string' || 'const' in value) return schema;
  const values = value['enum'] as readonly unknown[] | undefined;
  return {
    ...value,
    ...(values && { enum: [...values, null] }),
    ...outer,
    type: [value['type'], 'null'],
  };
}

function tidy(schema: Schema, direction: Direction): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) => !isLeftOut(keyword, value, direction)),
  );
}

function isLeftOut(keyword: string, value: unknown, direction: Direction): boolean {
  switch (keyword) {
    case 'additionalProperties':
      return value === false || isEmpty(value);
    case 'propertyNames':
      return JSON.stringify(value) === '{"type":"string"}';
    case 'minLength':
    case 'minItems':
    case 'minimum':
      return direction === 'output' || value === 0 || value === 1;
    case 'maxLength':
      return direction === 'output' || Number(value) > longestTextSaid;
    case 'maximum':
      return direction === 'output' || Number(value) > largestNumberSaid;
    default:
      return false;
  }
}

function isEmpty(value: unknown): boolean {
  return isSchema(value) && Object.keys(value).length === 0;
}
