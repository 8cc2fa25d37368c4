import type * as z from 'zod';
import { suggest } from '../suggest.ts';
import { shapeOf } from './shape.ts';

/** Something wrong with one argument. */
export interface ArgumentIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** True if the value, or a key of it, is of the wrong kind whatever a template inside would yield. */
  readonly certain: boolean;
}

/** Problems that are listed; what lies beyond is counted. */
const maximumIssues = 20;
/** Characters of an unknown key that are repeated. */
const maximumKeyLength = 64;

/**
 * A schema's complaints in plain words, one per argument; unknown arguments with a did-you-mean. Lists
 * twenty, however many there are, and says how many more.
 */
export function argumentIssues(
  schema: z.ZodType,
  args: unknown,
  error: z.core.$ZodError,
): ArgumentIssue[] {
  const issues: ArgumentIssue[] = [];
  let count = 0;
  for (const issue of error.issues) {
    count += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    const room = maximumIssues - issues.length;
    if (room > 0) issues.push(...toIssues(schema, args, issue, room));
  }
  const more = count - issues.length;
  if (more > 0) issues.push({ path: [], message: `And ${more} more problems.`, certain: true });
  return issues;
}

/** A path as a person writes it: `embeds[0].title`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function toIssues(
  schema: z.ZodType,
  args: unknown,
  issue: z.core.$ZodIssue,
  room: number,
): readonly ArgumentIssue[] {
  const path = issue.path as (string | number)[];
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path);
    return issue.keys.slice(0, room).map((long) => {
      const key = long.slice(0, maximumKeyLength);
      const meant = suggest(key, known);
      const hint = meant ? ` Did you mean "${meant}"?` : listKeys(known);
      return { path: [...path, key], message: `Unknown argument.${hint}`, certain: true };
    });
  }
  if (issue.code === 'invalid_type' && valueAt(args, path) === undefined) {
    return [{ path, message: `Required: expected ${issue.expected}.`, certain: true }];
  }
  const wrongContainer = issue.code === 'invalid_type' && typeof valueAt(args, path) === 'object';
  return [{ path, message: sentence(issue.message), certain: wrongContainer }];
}

function knownKeys(schema: z.ZodType, path: readonly (string | number)[]): string[] {
  let options = [schema];
  for (const key of path) options = options.flatMap((option) => childSchemas(option, key));
  return [
    ...new Set(options.flatMap((option) => flatten(option)).flatMap((option) => keysOf(option))),
  ];
}

function flatten(schema: z.ZodType): z.ZodType[] {
  const shape = shapeOf(schema);
  return 'options' in shape ? shape.options.flatMap(flatten) : [schema];
}

function keysOf(schema: z.ZodType): string[] {
  const shape = shapeOf(schema);
  return shape.type === 'object' ? Object.keys(shape.properties) : [];
}

function childSchemas(schema: z.ZodType, key: string | number): z.ZodType[] {
  return flatten(schema).flatMap((option) => {
    const shape = shapeOf(option);
    if (shape.type === 'array') return [shape.element];
    if (shape.type === 'record') return [shape.value];
    const child =
      shape.type === 'object' && Object.hasOwn(shape.properties, key)
        ? shape.properties[key]
        : shape.type === 'tuple'
          ? shape.items[Number(key)]
          : undefined;
    return child ? [child] : [];
  });
}

/** The value at a path, own properties only; `undefined` if there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((current, key) => {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
      return undefined;
    }
    return (current as Record<string | number, unknown>)[key];
  }, value);
}

function listKeys(known: readonly string[]): string {
  if (known.length === 0) return ' No arguments are taken here.';
  return ` Known here: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`;
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
