import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createMcpService, createServer, type McpService } from '../../src/bindings/mcp.ts';
import { createServer as createServerV1 } from '../../src/bindings/mcp-v1.ts';
import { createMemoryResultStore, type ToolDefinition } from '../../src/index.ts';
import { alice, fakeTool, ManualClock, noteTools, startDispatcher } from '../fakes.ts';

/** What the claims below need of a client, whichever SDK and protocol era it speaks. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    more?: { onprogress?: (progress: { progress: number }) => void; signal?: AbortSignal },
  ): Promise<Record<string, unknown>>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  close(): Promise<void>;
}

const info = { name: 'test-client', version: '1.0.0' };
const callerOf = () => alice;

async function connectV2(service: McpService, mode: 'legacy' | 'modern'): Promise<AnyClient> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createServer(service, { callerOf }), { transport: serverSide });
  const client = new Client(
    info,
    mode === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  await client.connect(clientSide);
  return client as unknown as AnyClient;
}

function toAnyClient(client: ClientV1): AnyClient {
  return {
    listTools: () => client.listTools(),
    callTool: (params, more) => client.callTool(params, undefined, more),
    listResources: () => client.listResources(),
    readResource: (params) => client.readResource(params),
    close: () => client.close(),
  };
}

const peers: Record<string, (service: McpService) => Promise<AnyClient>> = {
  'v1 client, v1 binding': async (service) => {
    const [clientSide, serverSide] = InMemoryTransportV1.createLinkedPair();
    await createServerV1(service, { callerOf }).connect(serverSide);
    const client = new ClientV1(info);
    await client.connect(clientSide);
    return toAnyClient(client);
  },
  'v1 client, current binding': async (service) => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    serveStdio(() => createServer(service, { callerOf }), { transport: serverSide });
    const client = new ClientV1(info);
    await client.connect(clientSide as unknown as InMemoryTransportV1);
    return toAnyClient(client);
  },
  'current client in the 2025 era': (service) => connectV2(service, 'legacy'),
  'current client in the 2026 era': (service) => connectV2(service, 'modern'),
};

function startService(tools: readonly ToolDefinition[]): McpService {
  const { dispatch, tools: registry, clock } = startDispatcher(tools);
  return createMcpService({
    name: 'test-server',
    version: '1.0.0',
    tools: registry,
    dispatch,
    results: createMemoryResultStore({ clock }),
    clock: new ManualClock(),
  });
}

describe.each(Object.entries(peers))('%s', (_name, connect) => {
  let client: AnyClient;
  afterEach(() => client.close());

  test('lists the tools', async () => {
    client = await connect(startService(noteTools()));
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      'mcp_pipeline',
      'mcp_pipeline_check',
      'notes_list',
      'notes_post',
    ]);
  });

  test('calls a tool and gets structured content', async () => {
    client = await connect(startService(noteTools()));
    const result = await client.callTool({
      name: 'notes_post',
      arguments: { board_id: '123', text: 'hi' },
    });
    expect(result).toMatchObject({ structuredContent: { note_id: '1001', text: 'hi' } });
    expect(result['isError']).toBeFalsy();
  });

  test('gets an error result as JSON text', async () => {
    client = await connect(startService(noteTools()));
    await client.listTools();
    const result = await client.callTool({ name: 'notes_post', arguments: {} });
    expect(result['isError']).toBe(true);
    const [{ text }] = result['content'] as [{ text: string }];
    expect(JSON.parse(text)).toMatchObject({ code: 'VALIDATION_ERROR', retriable: false });
  });

  test('is told of an unknown tool by a protocol error', async () => {
    client = await connect(startService(noteTools()));
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({ code: -32602 });
    await expect(client.callTool({ name: 'notes_pst' })).rejects.toThrow(
      'Did you mean "notes_post"?',
    );
  });

  test('is not sent back a secret that stands where a name or an address belongs', async () => {
    client = await connect(startService(noteTools()));
    const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz';
    const refusals = [
      client.callTool({ name: token }),
      client.readResource({ uri: `result://${token}` }),
    ].map((refused) => refused.catch((error: unknown) => error));
    for (const error of (await Promise.all(refusals)) as (Error & { data?: unknown })[]) {
      expect(error).toBeInstanceOf(Error);
      expect(`${error.message} ${JSON.stringify(error.data)}`).not.toContain('GabcdE');
    }
  });

  test('receives progress of a pipeline', async () => {
    client = await connect(startService(noteTools()));
    const seen: number[] = [];
    const step = { tool: 'notes_list', args: { board_id: '123' } };
    await client.callTool(
      { name: 'mcp_pipeline', arguments: { steps: [step, step, step] } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    // A client may drop the last notification before a result.
    expect(seen.slice(0, 2)).toEqual([1, 2]);
  });

  test('cancels a call that is running', async () => {
    const started = withResolvers();
    const ended = withResolvers();
    const slow = fakeTool({
      name: 'slow_tool',
      run: async (_args, { signal }) => {
        started.resolve(undefined);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        ended.resolve(undefined);
        return { text: 'stopped' };
      },
    });
    client = await connect(startService([slow]));
    const controller = new AbortController();
    const call = client.callTool({ name: 'slow_tool' }, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await expect(call).rejects.toThrow();
    await ended.promise;
  });

  test('reads a large result by its link', async () => {
    const large = fakeTool({
      name: 'large_list',
      output: () => z.object({ rows: z.array(z.string()) }),
      run: async () => ({
        rows: Array.from({ length: 3000 }, (_, n) => `row ${n} ${'x'.repeat(50)}`),
      }),
    });
    client = await connect(startService([large]));
    const result = await client.callTool({ name: 'large_list' });
    const { resource, truncated } = result['structuredContent'] as Record<string, unknown>;
    expect(truncated).toBe(true);
    const { contents } = await client.readResource({ uri: resource as string });
    const [{ text }] = contents as [{ text: string }];
    expect(JSON.parse(text).rows).toHaveLength(3000);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([resource]);
    await expect(client.readResource({ uri: 'result://nothing' })).rejects.toThrow();
  });
});

function withResolvers(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
