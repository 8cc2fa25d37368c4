import type * as z from 'zod';
import { type Mark, marks } from './marks.ts';
import { innerOf, shapeOf } from './shape.ts';

/** The marked places of a schema, compiled once: a tree that follows the shape of its values. */
interface MarkNode {
  readonly mark?: Mark;
  /** True if objects are not meant: another option of the same union describes them. */
  readonly textOnly?: boolean;
  readonly properties?: ReadonlyMap<string, MarkNode>;
  /** For the items of an array and the values of a record. */
  readonly each?: MarkNode;
  /** Trees that all apply to the same value: options of a union, sides of an intersection. */
  readonly also?: readonly MarkNode[];
}

const compiled = new WeakMap<z.ZodType, MarkNode>();
const nothing: MarkNode = {};

/** A marked value and where it stands. */
export type VisitMarked = (mark: Mark, value: unknown, path: readonly (string | number)[]) => void;

/** Calls `visit` for every marked value inside `value`, from the outside in. */
export function visitMarked(schema: z.ZodType, value: unknown, visit: VisitMarked): void {
  walk(markTree(schema), value, [], visit);
}

/**
 * A copy of `value` in which `replace` has been applied to every string at or below a marked place.
 * Parts without marks are shared with the original.
 */
export function replaceMarkedText(
  schema: z.ZodType,
  value: unknown,
  wanted: (mark: Mark) => boolean,
  replace: (text: string) => string,
): unknown {
  return rewrite(markTree(schema), value, wanted, replace);
}

function markTree(schema: z.ZodType): MarkNode {
  const known = compiled.get(schema);
  if (known) return known;
  // A recursive schema meets the empty tree on its second visit; its marks count on the first.
  compiled.set(schema, nothing);
  const tree = compile(schema);
  compiled.set(schema, tree);
  return tree;
}

function compile(schema: z.ZodType): MarkNode {
  const mark = markOf(schema);
  const children = compileChildren(schema);
  if (!mark) return children;
  return { ...children, mark };
}

function compileChildren(schema: z.ZodType): MarkNode {
  const shape = shapeOf(schema);
  switch (shape.type) {
    case 'object': {
      const properties = new Map<string, MarkNode>();
      for (const [key, property] of Object.entries(shape.properties)) {
        const node = markTree(property);
        if (node !== nothing) properties.set(key, node);
      }
      return properties.size === 0 ? nothing : { properties };
    }
    case 'array':
      return each(shape.element);
    case 'record':
      return each(shape.value);
    case 'tuple':
      return also(shape.items, (node) => ({ each: node }));
    case 'union':
      return also(shape.options, shape.options.some(isObject) ? toTextOnly : same);
    case 'intersection':
      return also(shape.options, same);
    case 'leaf':
      return nothing;
  }
}

function each(element: z.ZodType): MarkNode {
  const node = markTree(element);
  return node === nothing ? nothing : { each: node };
}

function also(
  schemas: readonly z.ZodType[],
  wrap: (node: MarkNode, schema: z.ZodType) => MarkNode,
): MarkNode {
  const nodes = schemas.flatMap((schema) => {
    const node = markTree(schema);
    return node === nothing ? [] : [wrap(node, schema)];
  });
  return nodes.length === 0 ? nothing : { also: nodes };
}

function same(node: MarkNode): MarkNode {
  return node;
}

/** The mark of a text says nothing of the objects that may stand in its place. */
function toTextOnly(node: MarkNode, schema: z.ZodType): MarkNode {
  return node.mark && shapeOf(schema).type === 'leaf' ? { ...node, textOnly: true } : node;
}

function isObject(schema: z.ZodType): boolean {
  return ['object', 'record'].includes(shapeOf(schema).type);
}

/** The mark of a schema, or of one that it wraps. */
export function markOf(schema: z.ZodType): Mark | undefined {
  let current: z.ZodType | undefined = schema;
  while (current) {
    const mark = marks.get(current);
    if (mark) return mark;
    current = innerOf(current);
  }
  return undefined;
}

function walk(
  node: MarkNode,
  value: unknown,
  path: readonly (string | number)[],
  visit: VisitMarked,
): void {
  if (node === nothing || value === undefined || value === null) return;
  if (node.mark) visit(node.mark, value, path);
  for (const other of node.also ?? []) walk(other, value, path, visit);
  if (typeof value !== 'object') return;
  if (node.each) {
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, item] of entries) walk(node.each, item, [...path, key], visit);
  }
  for (const [key, property] of node.properties ?? []) {
    walk(property, (value as Record<string, unknown>)[key], [...path, key], visit);
  }
}

function rewrite(
  node: MarkNode,
  value: unknown,
  wanted: (mark: Mark) => boolean,
  replace: (text: string) => string,
): unknown {
  if (node === nothing || value === undefined || value === null) return value;
  if (node.textOnly && typeof value === 'object') return value;
  if (node.mark && wanted(node.mark)) return replaceText(value, replace);
  let result: unknown = value;
  for (const other of node.also ?? []) result = rewrite(other, result, wanted, replace);
  if (typeof result !== 'object' || result === null) return result;
  const inside = (child: MarkNode, item: unknown) => rewrite(child, item, wanted, replace);
  const { each, properties } = node;
  if (each && Array.isArray(result)) return result.map((item) => inside(each, item));
  if (each) return mapObject(result, (item) => inside(each, item));
  if (!properties) return result;
  return mapObject(result, (item, key) => {
    const property = properties.get(key);
    return property ? inside(property, item) : item;
  });
}

function replaceText(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceText(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return mapObject(value, (item) => replaceText(item, replace));
}

function mapObject(value: object, map: (item: unknown, key: string) => unknown): unknown {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]));
}
