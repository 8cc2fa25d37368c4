import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMemoryResultStore, present, Reply, ToolError } from '../../src/index.ts';
import {
  errorOf,
  resultOf,
  shopState,
  shopTools,
  startStateWorld,
  statefulTool,
} from './state-world.ts';

test('null and undefined never overwrite', async () => {
  const values: unknown[] = [['a'], null, undefined];
  const tool = statefulTool({ name: 'put_cart', stores: { cart: () => values.shift() } });
  const { call, stored } = startStateWorld(shopState, [tool]);
  for (const _ of [1, 2, 3]) {
    const outcome = resultOf(await call('put_cart'));
    expect(outcome.notes).toBeUndefined();
    expect(stored('cart')).toEqual(['a']);
  }
});

test('an empty list is something, and fulfils a requirement', async () => {
  const tool = statefulTool({ name: 'put_cart', stores: { cart: () => [] } });
  const { call } = startStateWorld(shopState, [...shopTools(), tool]);
  await call('put_cart');
  expect(resultOf(await call('checkout')).structured).toEqual({ items: 0 });
});

const failures: [string, () => Promise<unknown>][] = [
  ['throws', async () => Promise.reject(new Error('broken'))],
  [
    'throws an error of a call that was done',
    async () =>
      Promise.reject(new ToolError({ code: 'INTERNAL_ERROR', message: 'x', outcome: 'applied' })),
  ],
  ['answers with an error', async () => new Reply({ done: false }, { isError: true })],
  ['answers out of shape', async () => ({ nothing: true })],
  ['answers with a reply of its own', async () => new Reply({ done: true })],
];

test.each(failures)('a tool that %s never stores', async (_what, run) => {
  const tool = statefulTool({ name: 'put_cart', run, stores: { cart: () => ['new'] } });
  const { call, stored } = startStateWorld(shopState, [tool]);
  await call('put_cart');
  expect(stored('cart')).toBeUndefined();
});

test('a pick that throws is an error of a call that was done, and nothing is stored', async () => {
  const tool = statefulTool({
    name: 'put_cart',
    stores: { cart: () => ['new'] },
    returns: () => {
      throw new Error('no pick');
    },
  });
  const { call, stored } = startStateWorld(shopState, [tool]);
  expect(errorOf(await call('put_cart'))).toMatchObject({
    code: 'INTERNAL_ERROR',
    outcome: 'applied',
  });
  expect(stored('cart')).toBeUndefined();
});

const misfits: [string, () => unknown, string][] = [
  [
    'a selector that throws',
    () => {
      throw new Error('no selection');
    },
    'no selection',
  ],
  ['a selector that is asynchronous', async () => ['a'], 'chosen asynchronously'],
  [
    'a selector that fails later',
    () => Promise.reject(new Error('later')),
    'chosen asynchronously',
  ],
  ['a value that does not fit', () => ['a', 1], 'it does not fit the field ([1])'],
  ['a value that JSON changes', () => [Number.NaN], 'it does not fit the field ([0])'],
  ['a value that is no JSON', () => () => 1, 'it is no JSON'],
  ['a value that is too large', () => ['x'.repeat(5000)], 'bytes are more than 4096'],
];

test.each(misfits)('%s fails no call that was done, and is told', async (_what, select, reason) => {
  let value: () => unknown = () => ['before'];
  const tool = statefulTool({ name: 'put_cart', stores: { cart: () => value() } });
  const { call, stored } = startStateWorld(shopState, [tool], {
    limits: { maximumCallerSize: 4096 },
  });
  await call('put_cart');
  value = select;
  const outcome = resultOf(await call('put_cart'));
  expect(outcome).toMatchObject({
    structured: { done: true },
    meta: { 'guildline/state': { not_stored: { cart: expect.stringContaining(reason) } } },
  });
  expect(stored('cart')).toEqual(['before']);
  const { content } = present(outcome, {
    store: createMemoryResultStore({ clock: { now: () => 1 } }),
    caller: 'alice',
  });
  expect(content).toHaveLength(2);
  expect(content[1]).toMatchObject({ type: 'text', text: expect.stringContaining(reason) });
});

test('one field that cannot be stored keeps no other from it', async () => {
  const tool = statefulTool({
    name: 'put_both',
    stores: { cart: () => 'no list', search_results: () => ({}) },
  });
  const { call, stored } = startStateWorld(shopState, [tool]);
  expect(resultOf(await call('put_both')).meta).toEqual({
    'guildline/state': { not_stored: { cart: 'it does not fit the field (the value)' } },
  });
  expect(stored('search_results')).toEqual({});
});

test('a secret in a reason does not leave the server', async () => {
  const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz';
  const tool = statefulTool({
    name: 'put_cart',
    stores: {
      cart: () => {
        throw new Error(`bad token ${token}`);
      },
    },
  });
  const { call } = startStateWorld(shopState, [tool]);
  const shelf = { store: createMemoryResultStore({ clock: { now: () => 1 } }), caller: 'alice' };
  const wire = JSON.stringify(present(resultOf(await call('put_cart')), shelf));
  expect(wire).toContain('bad token');
  expect(wire).not.toContain(token);
});

test('what is stored is what the field takes, without what it does not know', async () => {
  const tool = statefulTool({
    name: 'put_results',
    stores: { search_results: () => ({ a: { id: 'a', price: 1, secret: 'x' } }) },
  });
  const { call, stored } = startStateWorld(shopState, [tool]);
  await call('put_results');
  expect(stored('search_results')).toEqual({ a: { id: 'a', price: 1 } });
});

test('nothing aliases: not what was answered, not two fields, not two looks', async () => {
  const list = ['a'];
  const seen: string[][] = [];
  const state = {
    ...shopState,
    fields: { ...shopState.fields, wishes: () => z.array(z.string()) },
  };
  const tools = [
    statefulTool({
      name: 'put_lists',
      output: () => z.object({ list: z.array(z.string()) }),
      run: async () => ({ list }),
      stores: { cart: () => list, wishes: () => list },
    }),
    statefulTool({
      name: 'spoil',
      requires: 'cart',
      run: async (_args, { state: view }) => {
        (view.get('cart') as string[]).push('spoiled');
        seen.push(view.get('cart') as string[]);
        return { done: true };
      },
    }),
  ];
  const { call, stored } = startStateWorld(state, tools);
  const { structured } = resultOf(await call('put_lists'));
  (structured['list'] as string[]).push('b');
  list.push('c');
  await call('spoil');
  expect(seen).toEqual([['a']]);
  expect([stored('cart'), stored('wishes')]).toEqual([['a'], ['a']]);
});

const endings: [string, () => Promise<unknown>, unknown][] = [
  ['succeeded', async () => ({ done: true }), undefined],
  ['answered with an error', async () => new Reply({ done: false }, { isError: true }), undefined],
  [
    'may have been applied',
    async () => {
      throw new ToolError({ code: 'OUTCOME_UNKNOWN', message: 'x', outcome: 'unknown' });
    },
    undefined,
  ],
  [
    'was applied and failed afterwards',
    async () => {
      throw new ToolError({ code: 'INTERNAL_ERROR', message: 'x', outcome: 'applied' });
    },
    undefined,
  ],
  [
    'did nothing',
    async () => {
      throw new ToolError({ code: 'VALIDATION_ERROR', message: 'x' });
    },
    ['a'],
  ],
];

test.each(endings)(
  'a tool that invalidates and %s leaves what it should',
  async (_w, run, left) => {
    const { call, stored } = startStateWorld(shopState, [
      statefulTool({ name: 'put_cart', stores: { cart: () => ['a'] } }),
      statefulTool({ name: 'empty_cart', invalidates: 'cart', run }),
    ]);
    await call('put_cart');
    await call('put_cart', { state_id: 'other' });
    await call('empty_cart');
    expect(stored('cart')).toEqual(left);
    expect(stored('cart', 'other')).toEqual(['a']);
  },
);

test.each([
  ['what a success has stored', async () => ({ done: true }), ['rest']],
  ['nothing after an unknown outcome', async () => Promise.reject(new Error('x')), undefined],
  ['nothing if nothing could be stored', async () => ({ done: false }), undefined],
])('a field that is stored and invalidated holds %s', async (_what, run, left) => {
  const { call, stored } = startStateWorld(shopState, [
    statefulTool({ name: 'put_cart', stores: { cart: () => ['a'] } }),
    statefulTool({
      name: 'change_cart',
      invalidates: 'cart',
      run,
      stores: { cart: (full) => ((full as { done: boolean }).done ? ['rest'] : 'no list') },
    }),
  ]);
  await call('put_cart');
  await call('change_cart');
  expect(stored('cart')).toEqual(left);
});
