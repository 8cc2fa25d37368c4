import { expect, test } from 'vitest';
import * as z from 'zod';
import { metaTools, type ToolSource, toWireList, toWireTool } from '../src/index.ts';
import { toExactOutput } from '../src/wire.ts';
import input from './documents/mcp-pipeline.input.json' with { type: 'json' };
import output from './documents/mcp-pipeline.output.json' with { type: 'json' };
import { alice, fakeTool, noteTools, startDispatcher } from './fakes.ts';

const [pipeline] = metaTools().map(toWireTool);

test("mcp_pipeline's published input schema is the document's", () => {
  expect(pipeline?.inputSchema).toEqual(input);
});

test("mcp_pipeline's published output schema is the document's", () => {
  expect(pipeline?.outputSchema).toEqual(output);
});

test("mcp_pipeline's annotations are the document's", () => {
  expect(pipeline?.annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  });
});

test.each([
  ['read', { readOnlyHint: true, idempotentHint: true }],
  ['idempotent', { readOnlyHint: false, idempotentHint: true }],
  ['once', { readOnlyHint: false, idempotentHint: false }],
] as const)('the annotations of a tool with effect %s are derived', (effect, expected) => {
  expect(toWireTool(fakeTool({ name: 'some_tool', effect })).annotations).toMatchObject(expected);
});

test('the schemas of a tool that takes steps are documents of their own, to the last key', () => {
  const composer = fakeTool({
    name: 'some_composer',
    effect: 'once',
    calls: () => [],
    prepare: (args) => args,
    input: () => z.strictObject({ target: z.strictObject({ bot_id: z.string().regex(/^\d+$/) }) }),
  });
  expect(toWireTool(composer).inputSchema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      target: {
        type: 'object',
        properties: { bot_id: { type: 'string', pattern: '^\\d+$' } },
        required: ['bot_id'],
        additionalProperties: false,
      },
    },
    required: ['target'],
    additionalProperties: false,
  });
});

test('what a result can be exactly says that a list may be cut, and nothing else is added', () => {
  const [post, list] = noteTools().map(toExactOutput);
  expect(post).toEqual({
    type: 'object',
    properties: { note_id: { type: 'string' }, text: { type: 'string' } },
    required: ['note_id', 'text'],
    additionalProperties: false,
  });
  expect(list?.['properties']).toMatchObject({
    truncated: { type: 'boolean' },
    resource: { type: 'string' },
  });
  expect(list?.['additionalProperties']).toBe(false);
});

test('no mark reaches the published schema', () => {
  expect(JSON.stringify(toWireList(startDispatcher(noteTools()).tools))).not.toMatch(
    /refersTo|untrusted/,
  );
});

test('the dialect is named by tools that take steps only', () => {
  const plain = toWireTool(fakeTool({ name: 'plain_tool', input: () => z.strictObject({}) }));
  expect(plain.inputSchema).not.toHaveProperty('$schema');
  expect(pipeline?.inputSchema).toHaveProperty('$schema');
});

test('an integer is published without the bounds that every integer has', () => {
  const tool = fakeTool({
    name: 'counting_tool',
    input: () => z.strictObject({ free: z.int(), bounded: z.int().min(2).max(5) }),
  });
  expect(toWireTool(tool).inputSchema['properties']).toEqual({
    free: { type: 'integer' },
    bounded: { type: 'integer', minimum: 2, maximum: 5 },
  });
});

test('the token of an approval is published where a call may need one, and nowhere else', () => {
  const input = (source: Partial<ToolSource<z.ZodType, z.ZodType>>) =>
    toWireTool(fakeTool({ name: 'some_tool', effect: 'once', ...source })).inputSchema[
      'properties'
    ] as object;
  expect(input({ destructive: true })).toHaveProperty('__confirm');
  expect(input({ reach: () => ({ members: 1 }) })).toHaveProperty('__confirm');
  expect(input({ approvalFor: async () => undefined })).toHaveProperty('__confirm');
  expect(input({})).not.toHaveProperty('__confirm');
});

test('a reference is judged by the exact schema, also where the published one says it in words', async () => {
  const { dispatch } = startDispatcher(noteTools());
  const outcome = await dispatch(
    'mcp_pipeline',
    {
      steps: [
        { id: 'found', tool: 'notes_list', args: { board_id: '123' } },
        { tool: 'notes_list', args: { board_id: '123' }, if: '{{found.notes[0].txet}}' },
      ],
    },
    { caller: alice },
  );
  expect(outcome).toMatchObject({
    kind: 'result',
    isError: true,
    structured: { steps: [{ error: { code: 'PIPELINE_INVALID' } }] },
  });
  expect(JSON.stringify(outcome)).toContain('txet');
});
