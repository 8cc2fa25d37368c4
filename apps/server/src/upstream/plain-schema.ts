/** A JSON Schema of few keywords, without references, loops, patterns or texts of its author. */
export interface PlainSchema {
  readonly type?: 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: PlainSchema | false;
  readonly items?: PlainSchema;
  readonly enum?: readonly (boolean | null | number | string)[];
  readonly anyOf?: readonly PlainSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Whether a schema is of arguments or of a result. */
export type SchemaDirection = 'input' | 'output';

const limits = { nodes: 2000, depth: 12, properties: 200, choices: 100 };
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;
const sizes = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const satisfies (keyof PlainSchema)[];

/**
 * What can be used of a schema that somebody else wrote: at least as wide as the original, and never
 * larger than a fixed size, whatever it holds. What is not understood admits everything. Descriptions
 * and patterns are left out: a text could speak to the model, a pattern could run for hours.
 *
 * Arguments that a schema does not name are refused, unless it says that there may be more.
 */
export function toPlainSchema(schema: unknown, direction: SchemaDirection): PlainSchema {
  const plain = new PlainReader(schema, direction).read(schema, 0);
  return plain.type === 'object' ? plain : anyObject;
}

const anyObject: PlainSchema = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: {},
};

type Keywords = Readonly<Record<string, unknown>>;

class PlainReader {
  readonly #root: unknown;
  readonly #direction: SchemaDirection;
  readonly #open = new Set<string>();
  #left = limits.nodes;

  constructor(root: unknown, direction: SchemaDirection) {
    this.#root = root;
    this.#direction = direction;
  }

  read(schema: unknown, depth: number): PlainSchema {
    this.#left -= 1;
    if (!isKeywords(schema) || this.#left < 0 || depth > limits.depth) return {};
    if (typeof schema['$ref'] === 'string') return this.#readReference(schema['$ref'], depth);
    const choices = toChoices(schema);
    if (choices) return { enum: choices };
    const options = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(options) && !schema['properties']) return this.#readOptions(options, depth);
    const { type } = schema;
    if (Array.isArray(type)) {
      return this.#readOptions(
        type.map((one: unknown) => ({ ...schema, type: one })),
        depth,
      );
    }
    return this.#readType(type ?? (schema['properties'] ? 'object' : undefined), schema, depth);
  }

  #readReference(reference: string, depth: number): PlainSchema {
    if (this.#open.has(reference)) return {};
    this.#open.add(reference);
    const plain = this.read(this.#resolve(reference), depth + 1);
    this.#open.delete(reference);
    return plain;
  }

  #resolve(reference: string): unknown {
    const [, holder = '', name = ''] = /^#\/(\$defs|definitions)\/([\w.-]+)$/.exec(reference) ?? [];
    return own(own(this.#root, holder), name);
  }

  #readOptions(options: readonly unknown[], depth: number): PlainSchema {
    if (options.length === 0 || options.length > limits.choices) return {};
    return { anyOf: options.map((option) => this.read(option, depth + 1)) };
  }

  #readType(type: unknown, schema: Keywords, depth: number): PlainSchema {
    const known = types.find((one) => one === type);
    if (!known) return {};
    if (known === 'object') return this.#readObject(schema, depth);
    const items = known === 'array' ? { items: this.read(schema['items'], depth + 1) } : {};
    return { type: known, ...items, ...toSizes(schema) };
  }

  #readObject(schema: Keywords, depth: number): PlainSchema {
    const written = isKeywords(schema['properties']) ? Object.entries(schema['properties']) : [];
    const named = written.slice(0, limits.properties).filter(([name]) => isPlainName(name));
    const properties = Object.fromEntries(
      named.map(([name, property]) => [name, this.read(property, depth + 1)]),
    );
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
    const isWhole = named.length === written.length;
    return {
      type: 'object',
      properties,
      required: named.map(([name]) => name).filter((name) => required.includes(name)),
      ...this.#readMore(schema['additionalProperties'], isWhole, named.length, depth),
    };
  }

  #readMore(
    more: unknown,
    isWhole: boolean,
    count: number,
    depth: number,
  ): Pick<PlainSchema, 'additionalProperties'> {
    const isClosed = more === undefined && this.#direction === 'input' && count > 0;
    if (isWhole && (more === false || isClosed)) return { additionalProperties: false };
    return { additionalProperties: isWhole ? this.read(more, depth + 1) : {} };
  }
}

function isKeywords(value: unknown): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(value: unknown, key: string): unknown {
  return isKeywords(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Names that are data everywhere: no control, nothing that every object has. */
function isPlainName(name: string): boolean {
  return /^(?!__)[\w$][\w.$-]{0,63}$/.test(name) && !(name in Object.prototype);
}

function toChoices(schema: Keywords): PlainSchema['enum'] | undefined {
  const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (!Array.isArray(values) || values.length === 0 || values.length > limits.choices) {
    return undefined;
  }
  return values.every(isChoice) ? values : undefined;
}

function isChoice(value: unknown): value is boolean | null | number | string {
  // A sentence is no choice: it would be read by a model.
  if (typeof value === 'string') return /^[\w.:/@+-]{1,64}$/.test(value);
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

function toSizes(schema: Keywords): PlainSchema {
  return Object.fromEntries(
    sizes.filter((key) => Number.isFinite(schema[key])).map((key) => [key, schema[key]]),
  );
}
