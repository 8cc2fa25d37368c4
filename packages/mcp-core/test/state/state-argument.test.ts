import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, toWireTool } from '../../src/index.ts';
import { errorOf, shopState, shopTools, startStateWorld, statefulTool } from './state-world.ts';

const [search] = shopTools();

test('a tool with state publishes an optional state_id beside its own arguments', () => {
  const { properties, required } = toWireTool(search as NonNullable<typeof search>)
    .inputSchema as unknown as {
    properties: Record<string, { description?: string }>;
    required: string[];
  };
  expect(Object.keys(properties)).toEqual(['query', 'limit', 'state_id']);
  expect(required).toEqual(['query']);
  expect(properties['state_id']?.description?.length).toBeLessThanOrEqual(60);
});

test.each([
  ['stores', { stores: 'cart' }],
  ['requires', { requires: 'cart' }],
  ['invalidates', { invalidates: 'cart' }],
])('a tool that %s something takes a state_id', (_use, parts) => {
  const input = statefulTool({ name: 'some_tool', ...parts }).input() as z.ZodObject;
  expect(Object.keys(input.shape)).toContain('state_id');
});

test('a tool without state takes no state_id', async () => {
  const { call } = startStateWorld(shopState, [statefulTool({ name: 'plain_tool' })]);
  expect(errorOf(await call('plain_tool', { state_id: 'x' })).code).toBe('VALIDATION_ERROR');
});

test('a state_id of its own is refused, and so is an input that is no object', () => {
  const own = statefulTool({
    name: 'own_state_id',
    stores: 'cart',
    input: () => z.strictObject({ state_id: z.string() }),
  });
  expect(() => own.input()).toThrow('is given the argument state_id; leave it out');
  const list = statefulTool({ name: 'list_input', stores: 'cart', input: () => z.array(z.int()) });
  expect(() => list.input()).toThrow('has to be a z.object or z.strictObject');
});

test('what the input schema says of itself stays: strictness, rules across arguments, its document', () => {
  const tool = statefulTool({
    name: 'ruled_tool',
    stores: 'cart',
    input: () =>
      z
        .strictObject({ low: z.int(), high: z.int() })
        .refine(({ low, high }) => low <= high, { error: 'low is above high' })
        .meta({ description: 'A range.' }),
  });
  const input = tool.input();
  expect(input.safeParse({ low: 1, high: 2, state_id: 'a' }).success).toBe(true);
  expect(input.safeParse({ low: 3, high: 2 }).success).toBe(false);
  expect(input.safeParse({ low: 1, high: 2, other: 3 }).success).toBe(false);
  expect(toWireTool(tool).inputSchema['description']).toBe('A range.');
});

test.each(['', 'a b', 'ä', 'x'.repeat(65), '../x', '__proto__ '])(
  'the state_id %j is refused before anything runs',
  async (state_id) => {
    const { call } = startStateWorld(shopState, shopTools());
    const error = errorOf(await call('search', { query: 'p', state_id }));
    expect(error.message).toContain('expected 1 to 64 letters, digits, hyphens or underscores');
  },
);

test('run sees the state_id as any argument', async () => {
  const seen: unknown[] = [];
  const tool = statefulTool({
    name: 'seeing_tool',
    stores: 'cart',
    run: async (args) => {
      seen.push(args);
      return { done: true };
    },
  });
  const { call } = startStateWorld(shopState, [tool]);
  await call('seeing_tool', { state_id: 'a-1' });
  expect(seen).toEqual([{ state_id: 'a-1' }]);
});

test('a tool whose run gives something else than is answered has to say what is', () => {
  const facts = {
    category: 'test',
    title: 'Typed',
    description: 'Typed.',
    input: () => z.strictObject({}),
    output: () => z.object({ count: z.int() }),
    effect: 'read',
  } as const;
  const picking = defineTool({
    ...facts,
    name: 'picking_tool',
    run: async () => ['a', 'b'],
    returns: (all) => ({ count: all.map((text) => text.length).length }),
    stores: { letters: (all) => all.join('') },
  });
  expect(picking.returns?.(['a', 'b'], {})).toEqual({ count: 2 });
  const silent = defineTool({
    ...facts,
    name: 'silent_tool',
    // @ts-expect-error A list is not what is answered, and nothing picks from it.
    run: async () => ['a', 'b'],
  });
  expect(silent.returns).toBeUndefined();
});
