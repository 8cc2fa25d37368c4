import { expect, test } from 'vitest';
import * as z from 'zod';
import { isSayable, type Schema, toShapeText } from '../../src/wire/shape-text.ts';

function toJson(schema: z.ZodType, io: 'input' | 'output' = 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json as Schema;
}

test.each<[z.ZodType, string]>([
  [z.object({ id: z.string(), count: z.int() }), '{id, count: int}'],
  [z.object({ id: z.string().optional(), share: z.number().optional() }), '{id?, share?: number}'],
  [
    z.object({ nick: z.string().nullable(), bot: z.boolean() }),
    '{nick: string|null, bot: boolean}',
  ],
  [z.object({ names: z.array(z.string()) }), '{names: string[]}'],
  [z.array(z.object({ name: z.string() })), '{name}[]'],
  [z.object({ kind: z.enum(['public', 'private']) }), "{kind: 'public'|'private'}"],
  [z.array(z.enum(['a', 'b'])), "('a'|'b')[]"],
  [z.array(z.string().nullable()), '(string|null)[]'],
  [z.object({ type: z.literal([0, 1]), fixed: z.literal(2) }), '{type: 0|1, fixed: 2}'],
  [z.object({ day: z.int().min(0).max(6), free: z.int().min(1) }), '{day: 0..6, free: int}'],
  [z.object({ at: z.iso.datetime() }), '{at: date-time}'],
  [z.object({ poll: z.object({ text: z.string() }).nullable() }), '{poll: {text}|null}'],
  [z.union([z.object({ a: z.string() }), z.array(z.int())]), '{a}|int[]'],
  [z.array(z.union([z.object({ a: z.string() }), z.string()])), '({a}|string)[]'],
  [z.record(z.string(), z.int()), '{[name]: int}'],
  [z.looseObject({ type: z.string() }), '{type, …}'],
  [
    z.object({ any: z.unknown(), open: z.record(z.string(), z.unknown()) }),
    '{any: any, open: object}',
  ],
  [z.object({ 'odd-name': z.string() }), '{"odd-name"}'],
])('%# a shape is written as a type', (schema, text) => {
  expect(toShapeText(toJson(schema))).toBe(text);
});

test('descriptions and defaults of what is inside are kept', () => {
  const schema = z.object({
    silent: z.boolean().default(true).describe('Rings nobody.'),
    votes: z.int().min(1).max(9).describe('At most nine').optional(),
    ids: z.array(z.string().describe('Of a member.')),
  });
  expect(toShapeText(toJson(schema, 'input'))).toBe(
    '{silent?: boolean = true (Rings nobody), votes?: 1..9 (At most nine), ids: string[] (Of a member)}',
  );
});

test.each<[string, Schema]>([
  ['a reference', { $ref: '#/$defs/node' }],
  ['an intersection', { allOf: [{ type: 'object' }] }],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }] }],
  ['a negation inside', { type: 'object', properties: { a: { not: {} } } }],
  ['a keyword of somebody else inside', { type: 'array', items: { 'x-other': 1 } }],
])('%s is not for words', (_, schema) => {
  expect(isSayable(schema)).toBe(false);
});
