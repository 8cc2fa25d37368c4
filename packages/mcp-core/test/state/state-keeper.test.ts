import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  type Caller,
  createDispatcher,
  createStateKeeper,
  type StateView,
} from '../../src/index.ts';
import { alice, fakeTool } from '../fakes.ts';
import {
  errorOf,
  resultOf,
  shopState,
  shopTools,
  startStateWorld,
  statefulTool,
} from './state-world.ts';

const bob: Caller = { id: 'bob', groups: [] };

function startShop() {
  return startStateWorld(shopState, shopTools());
}

test('a success stores the whole result, and answers what is picked from it', async () => {
  const { call, stored } = startShop();
  const outcome = resultOf(await call('search', { query: 'tea' }));
  expect(outcome.structured).toEqual({ found: 1 });
  expect(outcome).not.toHaveProperty('full');
  expect(stored('search_results')).toEqual({ tea: { id: 'p1', price: 5 } });
});

test('a tool reads what another one stored', async () => {
  const { call, stored } = startShop();
  await call('search', { query: 'tea' });
  const outcome = resultOf(await call('buy', { product: 'tea' }));
  expect(outcome.structured).toEqual({ bought: 'tea', price: 5 });
  expect(stored('cart')).toEqual(['tea']);
});

test('a missing requirement is refused in the words of the document, and nothing ran', async () => {
  const { call, stored } = startShop();
  const error = errorOf(await call('buy', { product: 'tea' }));
  expect(error).toMatchObject({
    code: 'STATE_REQUIRED',
    retriable: false,
    outcome: 'not_applied',
    details: {
      error: "Required state 'search_results' is empty.",
      hint: 'Call search(query=...) first to populate search results.',
      required_by: 'buy',
    },
  });
  expect(error.message).toBe(
    "Required state 'search_results' is empty. Call search(query=...) first to populate search results.",
  );
  expect(stored('cart')).toBeUndefined();
});

test('callers see nothing of each other', async () => {
  const { call, stored } = startShop();
  await call('search', { query: 'tea' }, alice);
  expect(errorOf(await call('buy', { product: 'tea' }, bob)).code).toBe('STATE_REQUIRED');
  expect(stored('search_results', 'default', bob)).toBeUndefined();
});

test('the states of a caller see nothing of each other, and default is the name of the unnamed one', async () => {
  const { call, stored } = startShop();
  await call('search', { query: 'tea', state_id: 'gifts' });
  const error = errorOf(await call('buy', { product: 'tea' }));
  expect(error.code).toBe('STATE_REQUIRED');
  await call('buy', { product: 'tea', state_id: 'gifts' });
  expect([stored('cart'), stored('cart', 'gifts')]).toEqual([undefined, ['tea']]);
  await call('search', { query: 'tea' });
  expect((await call('buy', { product: 'tea', state_id: 'default' })).kind).toBe('result');
});

test('the hint names the state that the call was for', async () => {
  const { call } = startShop();
  const error = errorOf(await call('buy', { product: 'tea', state_id: 'gifts' }));
  expect(error.message).toContain('Call search(query=..., state_id="gifts") first');
});

test('what has expired is missing, also in the middle of a conversation', async () => {
  const { call, clock } = startShop();
  await call('search', { query: 'tea' });
  clock.advance(60 * 60 * 1000 + 1);
  expect(errorOf(await call('buy', { product: 'tea' })).code).toBe('STATE_REQUIRED');
});

test('a tool reads what its call was let through by, whatever happens meanwhile', async () => {
  const seen: unknown[] = [];
  const { promise, release } = createGate();
  const tool = statefulTool({
    name: 'slow_buyer',
    requires: 'search_results',
    run: async (_args, context) => {
      await promise;
      seen.push(context.state.get('search_results'), context.state.of(undefined).get('cart'));
      return { done: true };
    },
  });
  const { call, clock } = startStateWorld(shopState, [...shopTools(), tool]);
  await call('search', { query: 'tea' });
  const running = call('slow_buyer');
  await call('search', { query: 'milk' });
  await call('buy', { product: 'milk' });
  clock.advance(1000);
  release();
  await running;
  expect(seen).toEqual([{ tea: { id: 'p1', price: 5 } }, ['milk']]);
});

function createGate() {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = () => resolve();
  });
  return { promise, release };
}

test('several missing fields and several tools that fill them are all named', async () => {
  const { call } = startStateWorld(shopState, [
    ...shopTools(),
    fakeStore('browse', 'read'),
    statefulTool({ name: 'gift', requires: ['search_results', 'cart'] }),
  ]);
  const { details } = errorOf(await call('gift'));
  expect(details).toEqual({
    error: "Required states 'search_results' and 'cart' are empty.",
    hint: 'Call browse() or search(query=...) first to populate search results. Call buy(product=...) first to populate cart.',
    required_by: 'gift',
  });
});

function fakeStore(name: string, effect: 'read' | 'once', destructive = false) {
  const input = () => z.strictObject({});
  return statefulTool({ name, effect, destructive, input, stores: 'search_results' });
}

test('a hint sends nobody to a tool that changes something while one that reads would do', async () => {
  const [search, ...others] = shopTools();
  const wipe = fakeStore('wipe', 'once', true);
  const load = fakeStore('load', 'once');
  const hintAmong = async (...producers: (typeof wipe | undefined)[]) => {
    const tools = [...others, ...producers.filter((tool) => tool !== undefined)];
    return errorOf(await startStateWorld(shopState, tools).call('buy', { product: 'tea' })).message;
  };
  expect(await hintAmong(search, wipe, load)).toContain('Call search(query=...) first');
  expect(await hintAmong(wipe, load)).toContain('Call load() first');
  expect(await hintAmong(wipe)).toContain('Call wipe() first');
});

test('a hint names no tool that the caller may not use, and says when there is none', async () => {
  const { tools, store } = startShop();
  const dispatch = createDispatcher({
    tools,
    clock: { now: () => 1 },
    rightsOf: () => ({ mayUse: ({ name }) => name !== 'search', readOnly: false }),
    onion: { state: createStateKeeper({ store }) },
  });
  const error = errorOf(await dispatch('buy', { product: 'tea' }, { caller: alice }));
  expect(error.details).toMatchObject({
    hint: 'No tool that you may use here fills search results. Ask whoever runs this server.',
  });
});

test('nothing is read for a tool that never looks', async () => {
  const { store, tools, clock } = startStateWorld(shopState, [
    ...shopTools(),
    fakeTool({ name: 'plain_tool' }),
    fakeTool({
      name: 'looking_tool',
      run: async (_args, context) => ({ text: String(context.state.has('cart')) }),
    }),
  ]);
  const looked: string[] = [];
  const watched = {
    ...store,
    find: (slot: Parameters<typeof store.find>[0]) => {
      looked.push(slot.field);
      return store.find(slot);
    },
  };
  const onion = { state: createStateKeeper({ store: watched }) };
  const dispatch = createDispatcher({ tools, clock, onion });
  await dispatch('plain_tool', {}, { caller: alice });
  expect(looked).toEqual([]);
  await dispatch('looking_tool', {}, { caller: alice });
  expect(looked).toEqual(['search_results', 'cart']);
});

test('a field that is not declared holds nothing', async () => {
  const views: StateView[] = [];
  const tool = fakeTool({
    name: 'looking_tool',
    run: async (_args, { state }) => {
      views.push(state);
      return { text: '' };
    },
  });
  const { call } = startStateWorld(shopState, [tool]);
  await call('looking_tool');
  const [view] = views;
  expect(['other', '__proto__', 'constructor'].map((field) => view?.get(field))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a definition reads typed values, and refuses to read what is not there', async () => {
  const seen: unknown[] = [];
  const tool = fakeTool({
    name: 'looking_tool',
    run: async (_args, context) => {
      seen.push(shopState.peek(context, 'cart'));
      return { text: shopState.get(context, 'cart').join() };
    },
  });
  const { call } = startStateWorld(shopState, [
    tool,
    statefulTool({ name: 'put_cart', stores: { cart: () => ['a'] } }),
  ]);
  expect(errorOf(await call('looking_tool')).code).toBe('STATE_REQUIRED');
  await call('put_cart');
  expect(resultOf(await call('looking_tool')).structured).toEqual({ text: 'a' });
  expect(seen).toEqual([undefined, ['a']]);
});
