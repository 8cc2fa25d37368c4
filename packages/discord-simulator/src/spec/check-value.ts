import type { Expression } from './operation.ts';
import { describeIssues, findUnknownKeys, type Schema } from './schema.ts';

/** Looks a schema up by its name in Discord's description. */
export type FindSchema = (name: string) => Schema;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  snowflake: (value) => typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  object: (value) => typeof value === 'object' && value !== null,
  timestamp: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

/** What is wrong with a value, as `path: message`. */
export function checkValue(
  find: FindSchema,
  expression: Expression,
  value: unknown,
  at: string,
): string[] {
  if (typeof expression === 'string') return checkNamed(find, expression, value, at);
  if ('nullable' in expression) {
    return value === null ? [] : checkValue(find, expression.nullable, value, at);
  }
  if ('list' in expression) {
    if (!Array.isArray(value)) return [`${at}: expected a list`];
    return value.flatMap((item, index) =>
      checkValue(find, expression.list, item, `${at}.${index}`),
    );
  }
  if ('anyOf' in expression) {
    const problems = expression.anyOf.map((branch) => checkValue(find, branch, value, at));
    return problems.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if ('integer' in expression) return checkInteger(expression.integer, value, at);
  return checkFields(find, expression, value, at);
}

function checkNamed(find: FindSchema, name: string, value: unknown, at: string): string[] {
  const fits = TYPES[name];
  if (fits) return fits(value) ? [] : [`${at}: expected ${name}`];
  const schema = find(name);
  const { error } = schema.safeParse(value);
  if (error) return describeIssues(error.issues, at);
  return findUnknownKeys(schema, value, at).map((path) => `${path}: not in ${name}`);
}

function checkInteger(
  [min, max]: readonly [number | null, number | null],
  value: unknown,
  at: string,
): string[] {
  if (!Number.isInteger(value)) return [`${at}: expected an integer`];
  const number = value as number;
  if (min !== null && number < min) return [`${at}: expected at least ${min}`];
  return max !== null && number > max ? [`${at}: expected at most ${max}`] : [];
}

function checkFields(
  find: FindSchema,
  {
    fields,
    required,
  }: {
    readonly fields: Readonly<Record<string, Expression>>;
    readonly required: readonly string[];
  },
  value: unknown,
  at: string,
): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: expected an object`];
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}.${name}: is missing`);
  const given = Object.entries(value).flatMap(([name, field]) => {
    const expression = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (expression === undefined) return [`${at}.${name}: not in the description`];
    return checkValue(find, expression, field, `${at}.${name}`);
  });
  return [...missing, ...given];
}
