import {
  createDispatcher,
  createMemoryResultStore,
  createRegistry,
  createStateKeeper,
  createStateStore,
  defineState,
  defineTool,
  metaTools,
} from '@guildline/mcp-core';
import { createMcpService, createServer } from '@guildline/mcp-core/mcp';
import * as z from 'zod';

const product = () => z.object({ id: z.string(), name: z.string(), price: z.number() });

// Typed fields; what is stored in them is checked.
const shop = defineState({
  search_results: () => z.record(z.string(), product()), // search stores here
  cart: () => z.array(product()), // buy appends here
});

const catalogue = ['Assam', 'Ceylon', 'Darjeeling', 'Lapsang', 'Nilgiri', 'Sencha', 'Yunnan'].map(
  (name, index) => ({ id: `tea_${index + 1}`, name: `${name} tea`, price: 4 + index }),
);

const search = defineTool({
  name: 'search',
  category: 'shop',
  title: 'Search products',
  description: 'Searches products. The results are kept on the server.',
  input: () => z.strictObject({ query: z.string() }),
  output: () => z.object({ products: z.array(product()), total: z.int() }),
  effect: 'read',
  run: async ({ query }) => catalogue.filter(({ name }) => name.includes(query)),
  stores: { search_results: (all) => Object.fromEntries(all.map((one) => [one.id, one])) },
  returns: (all) => ({ products: all.slice(0, 2), total: all.length }), // only two go to the model
});

const buy = defineTool({
  name: 'buy',
  category: 'shop',
  title: 'Buy a product',
  description: 'Buys a product from the search results. Search first.',
  input: () => z.strictObject({ product_id: z.string() }),
  output: () => z.object({ order_id: z.string(), status: z.string() }),
  effect: 'once',
  requires: 'search_results',
  run: async ({ product_id }, context) => {
    const found = shop.get(context, 'search_results')[product_id]; // from the server, not the model
    if (!found) throw new Error(`The last search found no ${product_id}.`);
    return { order: `order_${product_id}`, found };
  },
  stores: { cart: ({ found }, { previous }) => [...((previous as object[]) ?? []), found] },
  returns: ({ order }) => ({ order_id: order, status: 'confirmed' }),
});

const ship = defineTool({
  name: 'ship',
  category: 'shop',
  title: 'Ship the cart',
  description: 'Ships what was bought and empties the cart.',
  input: () => z.strictObject({ address: z.string() }),
  output: () => z.object({ parcels: z.int() }),
  effect: 'once',
  requires: 'cart',
  invalidates: 'cart',
  run: async (_args, context) => ({ parcels: shop.get(context, 'cart').length }),
});

const clock = { now: Date.now };
const store = createStateStore({ clock });
const tools = createRegistry({
  tools: [search, buy, ship, ...metaTools({ state: { store } })],
  state: shop, // a field that is not declared above is refused here
});
const dispatch = createDispatcher({
  tools,
  clock,
  onion: { state: createStateKeeper({ store }) },
});
const service = createMcpService({
  name: 'shop',
  version: '1.0.0',
  tools,
  dispatch,
  results: createMemoryResultStore({ clock }),
  clock,
});

/** One server per connection or request: the state belongs to the caller, not to a session. */
export const createShopServer = (caller = 'local') =>
  createServer(service, { callerOf: () => ({ id: caller, groups: [] }) });
