import { expect, test } from 'vitest';
import * as z from 'zod';
import { id } from '../../src/index.ts';
import { toWireTool } from '../../src/wire.ts';
import { fakeTool } from '../fakes.ts';

function inputOf(properties: z.ZodRawShape): unknown {
  const tool = fakeTool({ name: 'some_tool', input: () => z.strictObject(properties) });
  return toWireTool(tool).inputSchema['properties'];
}

function outputOf(output: z.ZodObject) {
  return toWireTool(fakeTool({ name: 'some_tool', output: () => output })).outputSchema;
}

test('a property with objects inside says their shape behind its own description', () => {
  const vote = z.strictObject({ text: z.string().min(1), hours: z.int().optional() });
  expect(
    inputOf({
      poll: vote.describe('A poll').optional(),
      votes: z.array(vote).max(10),
      either: z.union([z.array(vote), z.string()]),
      maybe: vote.nullable(),
    }),
  ).toEqual({
    poll: { type: 'object', description: 'A poll: {text, hours?: int}' },
    votes: {
      type: 'array',
      items: { type: 'object' },
      maxItems: 10,
      description: '{text, hours?: int}[]',
    },
    either: { type: ['array', 'string'], description: '{text, hours?: int}[]|string' },
    maybe: { type: ['object', 'null'], description: '{text, hours?: int}|null' },
  });
});

test('what may be null has a list of types, and null is among its values', () => {
  expect(
    inputOf({
      topic: z.string().max(20).nullable(),
      kind: z.enum(['a', 'b']).nullable().describe('Which.'),
    }),
  ).toEqual({
    topic: { type: ['string', 'null'], maxLength: 20 },
    kind: { type: ['string', 'null'], enum: ['a', 'b', null], description: 'Which.' },
  });
});

test('an argument that is called an id has no pattern, another one keeps it', () => {
  const pattern = /^\d{17,20}$/;
  expect(
    inputOf({
      channel_id: id('channel', pattern),
      user_ids: z.array(id('user', pattern)),
      before: id('message', pattern),
    }),
  ).toEqual({
    channel_id: { type: 'string' },
    user_ids: { type: 'array', items: { type: 'string' } },
    before: { type: 'string', pattern: pattern.source },
  });
});

test('bounds that nobody breaks by accident are not published, others and defaults are', () => {
  expect(
    inputOf({
      limit: z.int().min(1).max(100).default(50),
      wait: z.int().min(60).max(3600),
      position: z.int().min(0).max(0x7f_ff_ff_ff),
      name: z.string().min(1).max(32),
      code: z.string().min(6),
      content: z.string().max(4000),
      tags: z.array(z.string().min(1)).min(1).max(5),
      pair: z.array(z.string()).length(2),
    }),
  ).toEqual({
    limit: { type: 'integer', maximum: 100, default: 50 },
    wait: { type: 'integer', minimum: 60, maximum: 3600 },
    position: { type: 'integer' },
    name: { type: 'string', maxLength: 32 },
    code: { type: 'string', minLength: 6 },
    content: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
    pair: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
  });
});

test('the names that are required are published, that others are refused is not', () => {
  const tool = fakeTool({
    name: 'some_tool',
    input: () => z.strictObject({ needed: z.string(), free: z.string().optional() }),
  });
  expect(toWireTool(tool).inputSchema).toEqual({
    type: 'object',
    properties: { needed: { type: 'string' }, free: { type: 'string' } },
    required: ['needed'],
  });
});

test('a result lists its properties, and the shape of a list is in words', () => {
  const note = z.object({ id: z.string(), pinned: z.boolean(), reply_to: z.string().nullable() });
  expect(outputOf(z.object({ notes: z.array(note), next_cursor: z.string().optional() }))).toEqual({
    type: 'object',
    properties: {
      notes: { type: 'array', description: '{id, pinned: boolean, reply_to: string|null}[]' },
      next_cursor: { type: 'string' },
    },
  });
});

test('a result of more than twelve properties is said in words', () => {
  const names = Array.from({ length: 13 }, (_, index) => `p${index}`);
  const output = z.object(Object.fromEntries(names.map((name) => [name, z.int().optional()])));
  expect(outputOf(output.describe('Thirteen.'))).toEqual({
    type: 'object',
    description: `Thirteen. {${names.map((name) => `${name}?: int`).join(', ')}}`,
  });
});

test('what words cannot say is published as it is', () => {
  const both = z.object({ a: z.string() }).and(z.record(z.string(), z.string()));
  const published = outputOf(z.object({ both }))['properties'] as { both: unknown };
  const { $schema: _, ...exact } = z.toJSONSchema(both);
  expect(published.both).toEqual(exact);
});

test('a document with references keeps everything below its root, so that they still lead somewhere', () => {
  interface Node {
    readonly children: readonly Node[];
  }
  const node: z.ZodType<Node> = z.lazy(() => z.object({ children: z.array(node) }));
  const published = outputOf(z.object({ tree: node }));
  const exact = z.toJSONSchema(z.object({ tree: node }));
  expect(published['properties']).toEqual(exact.properties);
  expect(published['$defs']).toEqual(exact.$defs);
  expect(published).not.toHaveProperty('additionalProperties');
});
