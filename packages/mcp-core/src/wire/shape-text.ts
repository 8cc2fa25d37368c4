/** A JSON Schema or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * What the text below says, and bounds that it may leave out: whatever is out of bounds is refused
 * by the tool with a message that names the place and the bound.
 */
const understood: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'anyOf',
  'oneOf',
  'enum',
  'const',
  'default',
  'description',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);

/** True if {@link toShapeText} can say all of a schema. */
export function isSayable(schema: Schema): boolean {
  return (
    Object.keys(schema).every((keyword) => understood.has(keyword)) &&
    partsOf(schema).every(isSayable)
  );
}

/** True if there is an object with named properties in a schema. */
export function hasObject(schema: Schema): boolean {
  return schema['properties'] !== undefined || partsOf(schema).some(hasObject);
}

/**
 * Writes a shape as a TypeScript type, which says the same as its JSON Schema in a third of the
 * tokens: `{id, name: string|null, votes?: int, tags?: string[], day: 0..6, end?: date-time (UTC)}`.
 * A name without a type is text, `1..5` is an integer of that range, what stands behind a type in
 * brackets describes it.
 */
export function toShapeText(schema: Schema): string {
  return toAlternatives(schema).join('|');
}

function toAlternatives(schema: Schema): readonly string[] {
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (options) return options.map((option) => toShapeText(option) + toRemark(option));
  const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (values) return (values as readonly unknown[]).map(toLiteral);
  return [schema['type'] ?? 'any'].flat().map((type) => toTypeText(String(type), schema));
}

function toTypeText(type: string, schema: Schema): string {
  switch (type) {
    case 'object':
      return toObjectText(schema);
    case 'array':
      return toArrayText((schema['items'] ?? {}) as Schema);
    case 'integer':
      return toRange(schema) ?? 'int';
    case 'string':
      return typeof schema['format'] === 'string' ? schema['format'] : type;
    default:
      return type;
  }
}

function toArrayText(item: Schema): string {
  const alternatives = toAlternatives(item);
  const text = alternatives.join('|');
  return `${alternatives.length > 1 ? `(${text})` : text}[]${toRemark(item)}`;
}

function toObjectText(schema: Schema): string {
  const more = schema['additionalProperties'];
  const rest = isSchema(more) && Object.keys(more).length > 0 ? more : undefined;
  const required = (schema['required'] ?? []) as readonly string[];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const parts = properties.map(([name, property]) =>
    toPropertyText(name, property, required.includes(name)),
  );
  if (rest) parts.push(`[name]: ${toShapeText(rest)}`);
  if (parts.length === 0) return 'object';
  if (isOpen(more) && !rest) parts.push('…');
  return `{${parts.join(', ')}}`;
}

function toPropertyText(name: string, property: Schema, isRequired: boolean): string {
  const { default: standard } = property;
  const type = toShapeText(property);
  const key = `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}`;
  const typed = type === 'string' ? key : `${key}: ${type}`;
  const preset = standard === undefined ? '' : ` = ${toLiteral(standard)}`;
  return typed + preset + toRemark(property);
}

function toRemark({ description }: Schema): string {
  return typeof description === 'string' ? ` (${description.replace(/\.$/, '')})` : '';
}

function toRange({ minimum, maximum }: Schema): string | undefined {
  return minimum === undefined || maximum === undefined ? undefined : `${minimum}..${maximum}`;
}

function toLiteral(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function isOpen(more: unknown): boolean {
  return more === true || isSchema(more);
}

/** True if a keyword's value is a schema with keywords of its own. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function partsOf(schema: Schema): Schema[] {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: unknown;
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly additionalProperties?: unknown;
  };
  return [
    ...Object.values(properties ?? {}),
    items,
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    additionalProperties,
  ].filter(isSchema);
}
