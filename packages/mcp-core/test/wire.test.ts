import { expect, test } from 'vitest';
import * as z from 'zod';
import { metaTools, toWireList, toWireTool } from '../src/index.ts';
import input from './documents/mcp-pipeline.input.json' with { type: 'json' };
import output from './documents/mcp-pipeline.output.json' with { type: 'json' };
import { fakeTool, noteTools, startDispatcher } from './fakes.ts';

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

test('a list may say that it was cut, another result may not', () => {
  const [post, list] = noteTools().map(toWireTool);
  expect(list?.outputSchema['properties']).toHaveProperty('truncated');
  expect(post?.outputSchema['properties']).not.toHaveProperty('truncated');
});

test('no mark reaches the published schema', () => {
  expect(JSON.stringify(toWireList(startDispatcher(noteTools()).tools))).not.toMatch(
    /refersTo|untrusted/,
  );
});

test('the dialect is named by the meta tools only', () => {
  const plain = toWireTool(fakeTool({ name: 'plain_tool', input: () => z.strictObject({}) }));
  expect(plain.inputSchema).not.toHaveProperty('$schema');
});

test('an integer is published without the bounds that every integer has', () => {
  const tool = fakeTool({
    name: 'counting_tool',
    input: () => z.strictObject({ free: z.int(), bounded: z.int().min(1).max(5) }),
  });
  expect(toWireTool(tool).inputSchema['properties']).toEqual({
    free: { type: 'integer' },
    bounded: { type: 'integer', minimum: 1, maximum: 5 },
  });
});

test('the token of an approval is published where a call may need one, and nowhere else', () => {
  const input = (source: { destructive?: boolean; reach?: () => { members: number } }) =>
    toWireTool(fakeTool({ name: 'some_tool', effect: 'once', ...source })).inputSchema[
      'properties'
    ] as object;
  expect(input({ destructive: true })).toHaveProperty('__confirm');
  expect(input({ reach: () => ({ members: 1 }) })).toHaveProperty('__confirm');
  expect(input({})).not.toHaveProperty('__confirm');
});
