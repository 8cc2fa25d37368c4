import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseJsonStrings } from '../../src/schema/json-strings.ts';

const schema = z.strictObject({
  text: z.string(),
  tags: z.array(z.string()).optional(),
  author: z.object({ name: z.string() }).nullable().optional(),
  either: z.union([z.string(), z.array(z.string())]).optional(),
  any: z.unknown().optional(),
  by_name: z.record(z.string(), z.object({ n: z.int() })).optional(),
});

test.each([
  [{ tags: '["a"]' }, { tags: ['a'] }],
  [{ author: ' {"name":"x"}' }, { author: { name: 'x' } }],
  [{ by_name: '{"a":"{\\"n\\":1}"}' }, { by_name: { a: { n: 1 } } }],
])('%j is parsed where the schema wants an array or object', (args, expected) => {
  expect(parseJsonStrings(schema, args)).toEqual(expected);
});

test.each([
  [{ text: '["a"]' }, 'a string is wanted'],
  [{ either: '["a"]' }, 'a string is one of the options'],
  [{ any: '{"a":1}' }, 'anything is taken'],
  [{ tags: '[not json' }, 'it is no JSON'],
  [{ tags: '"a"' }, 'it is no array'],
  [{ author: '[1]' }, 'it is the other kind'],
])('%j stays as it is: %s', (args, _why) => {
  expect(parseJsonStrings(schema, args)).toBe(args);
});
