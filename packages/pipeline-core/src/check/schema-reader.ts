import type { JsonSchema } from './step-tools.ts';

type SchemaObject = Readonly<Record<string, unknown>>;
type Part = (schema: SchemaObject) => JsonSchema;

/** Schemas looked at for one question; beyond that the answer is "anything". */
const patience = 500;

/**
 * Tells what a published JSON Schema lets stand at a property or in a list. `false` means that nothing
 * can be there, `true` that anything can. It never says `false` where it does not know: undeclared
 * properties of an open object, patterns, and conditions may hold anything.
 */
export class SchemaReader {
  readonly #document: JsonSchema;
  #patience = patience;

  constructor(document: JsonSchema) {
    this.#document = document;
  }

  property(schema: JsonSchema, name: string): JsonSchema {
    return this.#ask(schema, 'object', (part) => declaredProperty(part, name));
  }

  /** An item of a list; any item without an index, or with one that counts from the end. */
  item(schema: JsonSchema, index?: number): JsonSchema {
    const known = index === undefined || index < 0 ? undefined : index;
    return this.#ask(schema, 'array', (part) => declaredItem(part, known));
  }

  /** The property names that a schema declares. */
  names(schema: JsonSchema): readonly string[] {
    const names = new Set<string>();
    this.#ask(schema, 'object', (part) => {
      for (const name of Object.keys(asObject(part['properties']))) names.add(name);
      return true;
    });
    return [...names];
  }

  #ask(schema: JsonSchema, type: 'array' | 'object', part: Part): JsonSchema {
    this.#patience = patience;
    return this.#partOf(schema, type, part);
  }

  #partOf(schema: JsonSchema, type: 'array' | 'object', part: Part): JsonSchema {
    if (typeof schema === 'boolean') return schema;
    this.#patience -= 1;
    if (this.#patience < 0) return true;
    if (!allowsType(schema['type'], type)) return false;
    const parts = [part(schema)];
    const { $ref, allOf } = schema;
    if (typeof $ref === 'string') parts.push(this.#partOf(this.#follow($ref), type, part));
    for (const one of asSchemas(allOf)) parts.push(this.#partOf(one, type, part));
    for (const keyword of ['anyOf', 'oneOf']) {
      const options = asSchemas(schema[keyword]);
      if (options.length === 0) continue;
      parts.push(either(options.map((option) => this.#partOf(option, type, part))));
    }
    return both(parts);
  }

  /** The schema behind a reference inside the document; anything for other references. */
  #follow(reference: string): JsonSchema {
    if (reference !== '#' && !reference.startsWith('#/')) return true;
    let schema: unknown = this.#document;
    for (const part of reference.split('/').slice(1)) {
      const name = decode(part);
      if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, name))
        return true;
      schema = (schema as SchemaObject)[name];
    }
    return isSchema(schema) ? schema : true;
  }
}

function declaredProperty(schema: SchemaObject, name: string): JsonSchema {
  const properties = asObject(schema['properties']);
  if (Object.hasOwn(properties, name)) return asSchema(properties[name]);
  const rest = asSchema(schema['additionalProperties']);
  const patterns = Object.values(asObject(schema['patternProperties']));
  return patterns.length === 0 ? rest : either([rest, ...patterns.map(asSchema)]);
}

function declaredItem(schema: SchemaObject, index: number | undefined): JsonSchema {
  const listed = asSchemas(schema['prefixItems'] ?? schema['items']);
  const rest = Array.isArray(schema['items'])
    ? asSchema(schema['additionalItems'])
    : asSchema(schema['items']);
  if (index === undefined) return either([rest, ...listed]);
  const { maxItems } = schema;
  if (typeof maxItems === 'number' && index >= maxItems) return false;
  return listed[index] ?? rest;
}

function allowsType(declared: unknown, type: string): boolean {
  if (Array.isArray(declared)) return declared.includes(type);
  return typeof declared !== 'string' || declared === type;
}

/** What satisfies all schemas. */
function both(schemas: readonly JsonSchema[]): JsonSchema {
  if (schemas.includes(false)) return false;
  const telling = schemas.filter((schema) => schema !== true);
  if (telling.length <= 1) return telling[0] ?? true;
  return { allOf: telling };
}

/** What satisfies one of the schemas. */
function either(schemas: readonly JsonSchema[]): JsonSchema {
  if (schemas.includes(true)) return true;
  const possible = schemas.filter((schema) => schema !== false);
  if (possible.length <= 1) return possible[0] ?? false;
  return { anyOf: possible };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null);
}

function asSchema(value: unknown): JsonSchema {
  return isSchema(value) ? value : true;
}

function asSchemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

function asObject(value: unknown): SchemaObject {
  return typeof value === 'object' && value !== null ? (value as SchemaObject) : {};
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
