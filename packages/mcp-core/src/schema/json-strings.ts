import type * as z from 'zod';
import { shapeOf } from './shape.ts';

/**
 * Arrays and objects that arrive as JSON text, parsed where the schema wants an array or object.
 * Many clients send `steps` so. Nothing else is coerced, and text that does not parse stays as it
 * is, to be refused by the schema. Parts that need no parsing are shared with the original.
 */
export function parseJsonStrings(schema: z.ZodType, value: unknown): unknown {
  const shape = shapeOf(schema);
  switch (shape.type) {
    case 'object':
      return mapValues(parseWanted(value, '{'), (item, key) => {
        const property = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
        return property ? parseJsonStrings(property, item) : item;
      });
    case 'record':
      return mapValues(parseWanted(value, '{'), (item) => parseJsonStrings(shape.value, item));
    case 'array':
      return mapItems(parseWanted(value, '['), (item) => parseJsonStrings(shape.element, item));
    case 'tuple':
      return mapItems(parseWanted(value, '['), (item, index) => {
        const element = shape.items[index];
        return element ? parseJsonStrings(element, item) : item;
      });
    case 'union':
    case 'intersection':
      return parseForOptions(shape.options, value);
    case 'leaf':
      return value;
  }
}

/** A union that also takes a string leaves strings alone: the text may be meant as text. */
function parseForOptions(options: readonly z.ZodType[], value: unknown): unknown {
  const takesText = options.some((option) => {
    const shape = shapeOf(option);
    return shape.type === 'leaf' && shape.name === 'string';
  });
  if (typeof value === 'string' && takesText) return value;
  let result = value;
  for (const option of options) result = parseJsonStrings(option, result);
  return result;
}

function parseWanted(value: unknown, opening: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function mapValues(value: unknown, map: (item: unknown, key: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const mapped = map(item, key);
    if (mapped === item) continue;
    copy ??= { ...value };
    copy[key] = mapped;
  }
  return copy ?? value;
}

function mapItems(value: unknown, map: (item: unknown, index: number) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const mapped = value.map(map);
  return mapped.some((item, index) => item !== value[index]) ? mapped : value;
}
