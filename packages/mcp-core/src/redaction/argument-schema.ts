const types: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

/** True for what looks like the JSON schema of an argument: it has a type of JSON, or alternatives. */
export function isArgumentSchema(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { type, anyOf } = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(type)) return type.length > 0 && type.every((one) => types.has(one));
  return types.has(type) || Array.isArray(anyOf);
}

const descriptive: ReadonlySet<string> = new Set([
  ...['type', 'title', 'description', 'format', 'pattern', '$ref'],
  ...['anyOf', 'oneOf', 'allOf', 'items', 'required'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
]);

/** True for keywords that say what a value looks like; `default`, `enum` and others have values. */
export function isDescriptiveKeyword(keyword: string): boolean {
  return descriptive.has(keyword);
}
