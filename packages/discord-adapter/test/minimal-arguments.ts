import { marks, type ToolDefinition } from '@guildline/mcp-core';
import type * as z from 'zod';
import { walkSchema } from './walk-schema.ts';

type Path = readonly string[];
type Arguments = Record<string, unknown>;

/**
 * Chooses the id for an argument that refers to an object of this kind. Within one list every id has
 * to be another; `index` is its place there, else 0. `path` is the argument's, as in {@link idPaths}.
 */
export type ChooseId = (kind: string, index: number, path: Path) => string;

/**
 * The fewest arguments that a tool takes: what is required, and of the rest what its own rules ask
 * for. Throws if none are found, so that no tool is left out by mistake.
 */
export function minimalArguments(tool: ToolDefinition, chooseId: ChooseId): Arguments {
  return argumentsWith(tool, [], chooseId);
}

/** The paths of all arguments of a tool that are ids; `[]` stands for the items of a list. */
export function idPaths(tool: ToolDefinition): { path: Path; kind: string }[] {
  const found: { path: Path; kind: string }[] = [];
  walkSchema(tool.input(), (path, layers) => {
    const kind = layers.map((layer) => marks.get(layer)?.refersTo).find((one) => one);
    const isKnown = found.some((other) => other.path.join('.') === path.join('.'));
    if (kind !== undefined && !isKnown) found.push({ path, kind });
  });
  return found;
}

/** The fewest arguments that a tool takes and that hold something at a path. */
export function argumentsWith(tool: ToolDefinition, path: Path, chooseId: ChooseId): Arguments {
  const schema = tool.input();
  const [value] = candidates(schema, path, { chooseId, index: 0, at: [] });
  if (value === undefined || !schema.safeParse(value).success) {
    throw new Error(`No arguments of ${tool.name} were found that hold ${path.join('.') || 'it'}.`);
  }
  return value as Arguments;
}

/** The value at a path of arguments, in the first item of each list. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (current, key) => (current as Arguments | undefined)?.[key === '[]' ? '0' : key],
    value,
  );
}

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

interface Choice {
  readonly chooseId: ChooseId;
  readonly index: number;
  readonly at: Path;
}

/** Texts and numbers, one of which every argument of the tools takes. */
const texts = [
  'example',
  '👋',
  '2030-01-01T17:00:00Z',
  'https://example.org/a.png',
  'data:image/png;base64,AAAA',
  'AAAA',
  '12',
  'before:12',
  'MEMBER_BAN_ADD',
];
const numbers = [0, 1, 2, 60, 1440, 8000];

/** Values that a schema takes, the plainest first; those that must hold something at a path do. */
function candidates(schema: z.ZodType, path: Path, choice: Choice): unknown[] {
  const definition = definitionOf(schema);
  const inner = innerOf(definition);
  const found = inner ? candidates(inner, path, choice) : plainCandidates(schema, path, choice);
  const kind = marks.get(schema)?.refersTo;
  const values = kind === undefined ? found : [choice.chooseId(kind, choice.index, choice.at)];
  return values.filter((value) => schema.safeParse(value).success);
}

function plainCandidates(schema: z.ZodType, path: Path, choice: Choice): unknown[] {
  const { type, shape, element, options, values, entries } = definitionOf(schema);
  if (shape) return objectCandidates(schema, shape, path, choice);
  if (element) return arrayCandidates(schema, element, path, choice);
  if (options) return options.flatMap((option) => candidates(option, path, choice));
  if (values) return [...values];
  if (entries) return Object.values(entries);
  if (type === 'boolean') return [true, false];
  return type === 'string' ? texts : [...numbers, ...texts];
}

function arrayCandidates(
  schema: z.ZodType,
  element: z.ZodType,
  [, ...rest]: Path,
  { chooseId, at }: Choice,
): unknown[] {
  for (let length = 1; length <= 3; length += 1) {
    const items = Array.from(
      { length },
      (_, index) => candidates(element, rest, { chooseId, index, at: [...at, '[]'] })[0],
    );
    if (schema.safeParse(items).success) return [items];
  }
  return [];
}

function objectCandidates(
  schema: z.ZodType,
  shape: Readonly<Record<string, z.ZodType>>,
  [key, ...rest]: Path,
  choice: Choice,
): unknown[] {
  const start: Arguments = {};
  for (const [name, property] of Object.entries(shape)) {
    const isWanted = name === key;
    if (!isWanted && property.safeParse(undefined).success) continue;
    const inside = { ...choice, at: [...choice.at, name] };
    start[name] = candidates(property, isWanted ? rest : [], inside)[0];
  }
  return complete(schema, shape, start, choice);
}

/** Adds what rules across arguments ask for: nothing, one argument, or two. */
function complete(
  schema: z.ZodType,
  shape: Readonly<Record<string, z.ZodType>>,
  start: Arguments,
  choice: Choice,
): unknown[] {
  const fits = (value: Arguments) => schema.safeParse(value).success;
  if (fits(start)) return [start];
  const extras = Object.entries(shape)
    .filter(([name]) => !(name in start) || isOneOfMany(shape[name]))
    .flatMap(([name, property]) =>
      candidates(property, [], { ...choice, at: [...choice.at, name] }).map((value) => ({
        [name]: value,
      })),
    );
  const once = extras.map((extra) => ({ ...start, ...extra }));
  const single = once.find(fits);
  if (single) return [single];
  for (const value of once) {
    const twice = extras.map((extra) => ({ ...value, ...extra })).find(fits);
    if (twice) return [twice];
  }
  return [];
}

/** True for an argument whose value is chosen from a list, which may have to be another. */
function isOneOfMany(schema: z.ZodType | undefined): boolean {
  for (let current = schema; current; current = innerOf(definitionOf(current))) {
    if (definitionOf(current).values) return true;
  }
  return false;
}

function innerOf({ innerType, in: input, getter }: Definition): z.ZodType | undefined {
  return innerType ?? input ?? getter?.();
}

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}
