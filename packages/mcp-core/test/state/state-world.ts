import * as z from 'zod';
import {
  type Caller,
  createDispatcher,
  createRegistry,
  createStateKeeper,
  createStateStore,
  type Dispatch,
  defineState,
  defineTool,
  metaTools,
  type Onion,
  type Outcome,
  type Registry,
  type ResultOutcome,
  type StateDefinition,
  type StateStore,
  type StateStoreLimits,
  type ToolDefinition,
  type ToolError,
} from '../../src/index.ts';
import { alice, ManualClock } from '../fakes.ts';

/** A dispatcher with state, over some tools and the meta tools. */
export interface StateWorld {
  readonly clock: ManualClock;
  readonly store: StateStore;
  readonly tools: Registry;
  readonly dispatch: Dispatch;
  /** Dispatches as alice. */
  call(name: string, args?: Record<string, unknown>, caller?: Caller): Promise<Outcome>;
  /** What is stored, read out of its JSON. */
  stored(field: string, stateId?: string, caller?: Caller): unknown;
}

export function startStateWorld(
  state: StateDefinition,
  tools: readonly ToolDefinition[],
  more: { limits?: Partial<StateStoreLimits>; onion?: Onion; clock?: ManualClock } = {},
): StateWorld {
  const clock = more.clock ?? new ManualClock();
  const store = createStateStore({ clock, ...more.limits });
  const registry = createRegistry({
    tools: [...tools, ...metaTools({ state: { store } })],
    state,
  });
  const dispatch = createDispatcher({
    tools: registry,
    clock,
    onion: { state: createStateKeeper({ store }), ...more.onion },
  });
  return {
    clock,
    store,
    tools: registry,
    dispatch,
    call: (name, args = {}, caller = alice) => dispatch(name, args, { caller }),
    stored: (field, stateId = 'default', caller = alice) => {
      const found = store.find({ caller: caller.id, stateId, field });
      return found && JSON.parse(found.json);
    },
  };
}

export function resultOf(outcome: Outcome): ResultOutcome {
  if (outcome.kind === 'result') return outcome;
  throw new Error(outcome.kind === 'error' ? outcome.error.message : outcome.kind);
}

export function errorOf(outcome: Outcome): ToolError {
  if (outcome.kind !== 'error') throw new Error(`Expected an error, got ${outcome.kind}.`);
  return outcome.error;
}

/** Two fields as the tests need them: a list, and products by id. */
export const shopState = defineState({
  search_results: () => z.record(z.string(), z.object({ id: z.string(), price: z.number() })),
  cart: () => z.array(z.string()),
});

/** Searches, buys and a cart, as the shop of the README has them, and tools that go wrong. */
export function shopTools(): ToolDefinition[] {
  const product = { id: 'p1', price: 5 };
  return [
    defineTool({
      name: 'search',
      category: 'shop',
      title: 'Search',
      description: 'Searches.',
      input: () => z.strictObject({ query: z.string(), limit: z.int().optional() }),
      output: () => z.object({ found: z.int() }),
      effect: 'read',
      run: async ({ query }) => ({ [query]: product }) as Record<string, typeof product>,
      returns: (results) => ({ found: Object.keys(results).length }),
      stores: 'search_results',
    }),
    defineTool({
      name: 'buy',
      category: 'shop',
      title: 'Buy',
      description: 'Buys.',
      input: () => z.strictObject({ product: z.string() }),
      output: () => z.object({ bought: z.string(), price: z.number() }),
      effect: 'once',
      requires: 'search_results',
      stores: {
        cart: ({ bought }, { previous }) => [...((previous ?? []) as string[]), bought],
      },
      run: async ({ product: wanted }, context) => {
        const found = shopState.get(context, 'search_results')[wanted];
        return { bought: wanted, price: found?.price ?? 0 };
      },
    }),
    defineTool({
      name: 'checkout',
      category: 'shop',
      title: 'Pay',
      description: 'Pays.',
      input: () => z.strictObject({}),
      output: () => z.object({ items: z.int() }),
      effect: 'once',
      destructive: true,
      requires: ['cart'],
      invalidates: ['cart'],
      run: async (_args, context) => ({ items: shopState.get(context, 'cart').length }),
    }),
  ];
}

/** A tool with state whose parts the test sets. */
export function statefulTool(
  source: Pick<ToolDefinition, 'name'> &
    Partial<
      Pick<
        ToolDefinition,
        | 'run'
        | 'returns'
        | 'stores'
        | 'requires'
        | 'invalidates'
        | 'effect'
        | 'destructive'
        | 'category'
        | 'input'
        | 'output'
        | 'approvalFor'
        | 'previewLines'
        | 'reach'
      >
    >,
): ToolDefinition {
  return defineTool({
    category: 'test',
    title: source.name,
    description: `A fake: ${source.name}.`,
    input: () => z.strictObject({ value: z.unknown().optional() }),
    output: () => z.object({ done: z.boolean() }),
    effect: 'once',
    run: async () => ({ done: true }),
    ...source,
  });
}
