import { expect, test } from 'vitest';
import * as z from 'zod';
import { createDispatcher, createRegistry, defineState } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';
import { shopState, shopTools, statefulTool } from './state-world.ts';

test.each(['stores', 'requires', 'invalidates'])(
  'a typo in %s is refused at registration, with what was probably meant',
  (use) => {
    const tool = statefulTool({ name: 'some_tool', [use]: 'serch_results' });
    expect(() => createRegistry({ tools: [...shopTools(), tool], state: shopState })).toThrow(
      `some_tool ${use} "serch_results", which is no state field. Did you mean "search_results"?`,
    );
  },
);

test('a field from nowhere is refused with the fields that there are', () => {
  const tool = statefulTool({ name: 'some_tool', stores: { zzz: () => 1 } });
  expect(() => createRegistry({ tools: [tool], state: shopState })).toThrow(
    'Declared: search_results, cart.',
  );
});

test.each(['constructor', '__proto__', 'toString'])('%s is no field', (field) => {
  const tool = statefulTool({ name: 'some_tool', stores: [field] });
  expect(() => createRegistry({ tools: [tool], state: shopState })).toThrow('is no state field');
});

test('a requirement that nobody stores is refused at registration', () => {
  const tool = statefulTool({ name: 'lonely_tool', requires: 'cart' });
  expect(() => createRegistry({ tools: [tool], state: shopState })).toThrow(
    'lonely_tool requires "cart", which no tool can store before it.',
  );
});

test('a requirement that only its own tool stores, or two tools that wait for each other, are refused', () => {
  const own = statefulTool({ name: 'own_tool', requires: 'cart', stores: 'cart' });
  expect(() => createRegistry({ tools: [own], state: shopState })).toThrow('own_tool requires');
  const one = statefulTool({ name: 'tool_one', requires: 'cart', stores: 'search_results' });
  const other = statefulTool({ name: 'tool_two', requires: 'search_results', stores: 'cart' });
  expect(() => createRegistry({ tools: [one, other], state: shopState })).toThrow('requires');
});

test('tools with state need a state', () => {
  expect(() => createRegistry({ tools: shopTools() })).toThrow(
    'search works with state, and the registry has none',
  );
});

test('a tool that is switched off counts at registration: the configuration breaks no server', () => {
  const registry = createRegistry({
    tools: shopTools(),
    state: shopState,
    isSelected: ({ name }) => name !== 'search',
  });
  expect(registry.state).toBe(shopState);
  expect(registry.enabled().map(({ name }) => name)).toEqual(['buy', 'checkout']);
});

test('a dispatcher that would keep no state is refused when it is made', () => {
  const tools = createRegistry({ tools: shopTools(), state: shopState });
  expect(() => createDispatcher({ tools, clock: new ManualClock() })).toThrow('createStateKeeper');
});

test('two parts of a state are put together, and a name that is no name is refused', () => {
  const more = defineState({ ...shopState.fields, history: () => z.array(z.string()) });
  expect(Object.keys(more.fields)).toEqual(['search_results', 'cart', 'history']);
  expect(() => defineState({ Cart: () => z.string() })).toThrow('must match');
});

test("a field's schema is built on first use and once", () => {
  let built = 0;
  const state = defineState({
    cart: () => {
      built += 1;
      return z.array(z.string());
    },
  });
  createRegistry({ tools: [statefulTool({ name: 'some_tool', stores: 'cart' })], state });
  expect(built).toBe(0);
  state.fields.cart();
  state.fields.cart();
  expect(built).toBe(1);
});
