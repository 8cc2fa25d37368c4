import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, test } from 'vitest';
import { createNotesServer } from './examples/notes-server.ts';
import { createShopServer } from './examples/shop-server.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

function fences(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g');
  return [...readme.matchAll(pattern)].map(([, text]) => text ?? '');
}

const [pipeline, pipelineAnswer, missing, status] = fences('json').map(
  (text) => JSON.parse(text) as Record<string, unknown>,
);

test.each([
  ['notes-server.ts', 0],
  ['shop-server.ts', 1],
])('the example %s in the README is the file that is compiled here', (file, index) => {
  const example = readFileSync(join(import.meta.dirname, 'examples', file), 'utf8');
  expect(fences('ts')[index]).toBe(example);
});

test('the notes answer as the README says', async () => {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(createNotesServer, { transport: serverSide });
  const client = new Client({ name: 'reader', version: '1.0.0' });
  await client.connect(clientSide);
  const result = await client.callTool({ name: 'mcp_pipeline', arguments: pipeline ?? {} });
  const withoutDurations = JSON.stringify(result.structuredContent).replace(
    /"(\w*duration_ms)":\d+/g,
    '"$1":0',
  );
  expect(JSON.parse(withoutDurations)).toEqual(pipelineAnswer);
  await client.close();
});

/** An answer without what differs from run to run. */
function steady(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replace(/"stored_at":"[\d-]{10}T[\d:.]{12}Z"/g, '"stored_at":"2026-11-30T09:00:00.000Z"')
    .replace(/"call_id":"[\da-f-]{36}"/g, '"call_id":"0b8e…"');
  return JSON.parse(text);
}

/** A server of its own for every request, and a client of its own for every call. */
function connectShop(caller: string, mode: 'legacy' | 'modern') {
  const handler = createMcpHandler(() => createShopServer(caller));
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const client = new Client(
      { name: 'shopper', version: '1.0.0' },
      mode === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
    );
    const transport = new StreamableHTTPClientTransport(new URL('http://shop.test/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    });
    await client.connect(transport);
    const result = await client.callTool({ name, arguments: args });
    await client.close();
    return result;
  };
  return { call, close: () => handler.close() };
}

function errorIn(result: Awaited<ReturnType<ReturnType<typeof connectShop>['call']>>) {
  expect(result.isError).toBe(true);
  const [block] = result.content as { text: string }[];
  return JSON.parse(block?.text ?? '') as { code: string; details: unknown };
}

describe.each(['legacy', 'modern'] as const)('the shop, without sessions, %s era', (mode) => {
  test('answers as the README says', async () => {
    const shop = connectShop(`reader-${mode}`, mode);
    const refused = errorIn(await shop.call('buy', { product_id: 'tea_7' }));
    expect(refused.code).toBe('STATE_REQUIRED');
    expect(refused.details).toEqual(missing);
    const found = await shop.call('search', { query: 'tea' });
    expect(found.structuredContent).toMatchObject({ total: 7, products: [{}, {}] });
    expect(steady((await shop.call('_status')).structuredContent)).toEqual(status);
    const bought = await shop.call('buy', { product_id: 'tea_7' });
    expect(bought.structuredContent).toEqual({ order_id: 'order_tea_7', status: 'confirmed' });
    await shop.close();
  });

  test('keeps what one caller found from every other', async () => {
    const [one, other] = [connectShop(`one-${mode}`, mode), connectShop(`other-${mode}`, mode)];
    await one.call('search', { query: 'tea' });
    expect(errorIn(await other.call('buy', { product_id: 'tea_1' })).code).toBe('STATE_REQUIRED');
    await Promise.all([one.close(), other.close()]);
  });

  test('empties the cart once it is shipped', async () => {
    const shop = connectShop(`shipping-${mode}`, mode);
    await shop.call('search', { query: 'tea' });
    await shop.call('buy', { product_id: 'tea_1' });
    await shop.call('buy', { product_id: 'tea_2' });
    const shipped = await shop.call('ship', { address: 'Harbour 1' });
    expect(shipped.structuredContent).toEqual({ parcels: 2 });
    expect(errorIn(await shop.call('ship', { address: 'Harbour 1' })).code).toBe('STATE_REQUIRED');
    await shop.close();
  });
});
