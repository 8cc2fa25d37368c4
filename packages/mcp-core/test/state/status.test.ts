import { expect, test } from 'vitest';
import {
  type Caller,
  createDispatcher,
  createStateKeeper,
  metaTools,
  toWireTool,
} from '../../src/index.ts';
import { alice, fakeTool } from '../fakes.ts';
import { resultOf, shopState, shopTools, startStateWorld } from './state-world.ts';

const callId = expect.any(String) as string;

test('_status tells what is there, when and by which call, and what can run', async () => {
  const { call, clock } = startStateWorld(shopState, shopTools());
  await call('search', { query: 'tea' });
  clock.advance(61_000);
  const { structured } = resultOf(await call('_status'));
  expect(structured).toEqual({
    state: {
      search_results: {
        populated: true,
        count: 1,
        stored_at: '2030-01-01T00:00:00.000Z',
        stored_by: { tool: 'search', call_id: callId },
      },
      cart: { populated: false },
    },
    tools: {
      available: ['buy', 'search'],
      blocked: ['checkout'],
      waiting_for: { checkout: ['cart'] },
    },
  });
});

test('_status tells the call by the id that the audit log has', async () => {
  const { dispatch, call } = startStateWorld(shopState, shopTools());
  const trace = { traceId: 'trace-7', callId: 'call-7' };
  await dispatch('search', { query: 'tea' }, { caller: alice, trace });
  expect(resultOf(await call('_status')).structured).toMatchObject({
    state: { search_results: { stored_by: { tool: 'search', call_id: 'call-7' } } },
  });
});

test('_status is about one caller and one state', async () => {
  const { call } = startStateWorld(shopState, shopTools());
  await call('search', { query: 'tea', state_id: 'gifts' });
  const populated = async (args: Record<string, unknown>, caller?: Caller) => {
    const { structured } = resultOf(await call('_status', args, caller));
    return (structured as { state: { search_results: { populated: boolean } } }).state
      .search_results.populated;
  };
  expect(await populated({ state_id: 'gifts' })).toBe(true);
  expect(await populated({})).toBe(false);
  expect(await populated({ state_id: 'gifts' }, { id: 'bob', groups: [] })).toBe(false);
});

test('_status lists stateful tools that the caller may use, and no others', async () => {
  const { tools, store } = startStateWorld(shopState, [
    ...shopTools(),
    fakeTool({ name: 'plain_tool' }),
  ]);
  const rights = { mayUse: ({ name }: { name: string }) => name !== 'checkout', readOnly: true };
  const dispatch = createDispatcher({
    tools,
    clock: { now: () => 1 },
    rightsOf: () => rights,
    onion: { state: createStateKeeper({ store }) },
  });
  const outcome = resultOf(await dispatch('_status', {}, { caller: alice }));
  expect(outcome.structured['tools']).toEqual({
    available: ['search'],
    blocked: [],
    waiting_for: {},
  });
});

test('_status reads, reaches nothing outside, and is there where a store is', () => {
  const { tools } = startStateWorld(shopState, shopTools());
  const status = tools.find('_status');
  expect(toWireTool(status as NonNullable<typeof status>).annotations).toEqual({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
  expect(metaTools().map(({ name }) => name)).not.toContain('_status');
});

test('looking at the state keeps nothing in it alive', async () => {
  const { call, clock } = startStateWorld(shopState, shopTools());
  await call('search', { query: 'tea' });
  for (let minute = 0; minute < 61; minute += 1) {
    await call('_status');
    clock.advance(60_000);
  }
  expect(resultOf(await call('_status')).structured).toMatchObject({
    state: { search_results: { populated: false } },
  });
});
