import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import type { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createMcpService, createServer, type McpService } from '../../src/bindings/mcp.ts';
import { createMemoryResultStore, defineTool, toWireList, type WireTool } from '../../src/index.ts';
import { alice, startDispatcher } from '../fakes.ts';

interface AnyClient {
  listTools(): Promise<unknown>;
  callTool(params: { name: string }): Promise<unknown>;
  close(): Promise<void>;
}

const info = { name: 'test-client', version: '1.0.0' };

/** Both clients hold a result against the schema that `tools/list` published. */
const connections: Readonly<Record<string, (transport: InMemoryTransport) => Promise<AnyClient>>> =
  {
    '@modelcontextprotocol/sdk': async (transport) => {
      const client = new ClientV1(info);
      await client.connect(transport as unknown as InMemoryTransportV1);
      return client as unknown as AnyClient;
    },
    '@modelcontextprotocol/client': async (transport) => {
      const client = new Client(info);
      await client.connect(transport);
      return client as unknown as AnyClient;
    },
  };

const person = () => z.object({ name: z.string(), nick: z.string().nullable() });

const tools = [
  defineTool({
    name: 'notes_list',
    category: 'test',
    title: 'List notes',
    description: 'Lists more notes than an answer holds.',
    input: () => z.strictObject({}),
    output: () => z.object({ notes: z.array(z.object({ text: z.string(), author: person() })) }),
    effect: 'read',
    run: async () => ({
      notes: Array.from({ length: 2000 }, (_, index) => ({
        text: `note ${index}`.padEnd(60),
        author: { name: 'Ana', nick: null },
      })),
    }),
  }),
  defineTool({
    name: 'notes_get',
    category: 'test',
    title: 'Get a note',
    description: 'Gives one note with everything about it.',
    input: () => z.strictObject({}),
    output: () =>
      z.object({
        id: z.string(),
        text: z.string().nullable(),
        author: person().nullable(),
        size: z.int(),
        pinned: z.boolean(),
        kind: z.enum(['short', 'long']),
        readers: z.array(person()).optional(),
        counts: z.record(z.string(), z.int()),
        edited: z.string().nullable(),
        extra: z.unknown().optional(),
        ...Object.fromEntries(['a', 'b', 'c'].map((name) => [name, z.int().optional()])),
      }),
    effect: 'read',
    run: async () => ({
      id: '1',
      text: null,
      author: null,
      size: 3,
      pinned: false,
      kind: 'short' as const,
      counts: { read: 2 },
      edited: null,
    }),
  }),
];

function startService(wireList?: () => readonly WireTool[]): McpService {
  const { dispatch, tools: registry, clock } = startDispatcher(tools);
  const results = createMemoryResultStore({ clock });
  return createMcpService({
    name: 'test-server',
    version: '1.0.0',
    tools: registry,
    dispatch,
    results,
    clock,
    wireList,
  });
}

function serve(service: McpService): InMemoryTransport {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createServer(service, { callerOf: () => alice }), { transport: serverSide });
  return clientSide;
}

describe.each(Object.entries(connections))('%s', (_name, connect) => {
  let client: AnyClient;
  afterEach(() => client.close());

  test.each([
    ['notes_list', { truncated: true }],
    ['notes_get', { text: null }],
  ])('accepts what %s answers', async (name, expected) => {
    client = await connect(serve(startService()));
    await client.listTools();
    expect(await client.callTool({ name })).toMatchObject({ structuredContent: expected });
  });

  test('would refuse an answer that is not as published', async () => {
    const { tools: registry } = startDispatcher(tools);
    const wrong = () =>
      toWireList(registry).map((tool) => ({
        ...tool,
        outputSchema: { type: 'object' as const, properties: { id: { type: 'integer' } } },
      }));
    client = await connect(serve(startService(wrong)));
    await client.listTools();
    await expect(client.callTool({ name: 'notes_get' })).rejects.toThrow(/schema/);
  });
});
