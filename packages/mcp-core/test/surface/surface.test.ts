import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import { createMcpService, createServer, type McpServiceSource } from '../../src/bindings/mcp.ts';
import {
  createMemoryResultStore,
  isListed,
  type Surface,
  surfaces,
  type ToolDefinition,
  toWireList,
} from '../../src/index.ts';
import { alice, fakeTool, noteTools, startDispatcher } from '../fakes.ts';

interface ListAnswer {
  readonly tools: readonly { readonly name: string }[];
  readonly ttlMs?: number;
  readonly cacheScope?: string;
}

let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  client = undefined;
});

async function connect(
  more: Partial<McpServiceSource> & { isSelected?: (tool: ToolDefinition) => boolean } = {},
) {
  const { isSelected, ...source } = more;
  const tools = [
    ...noteTools(),
    fakeTool({ name: 'notes_clear', effect: 'once', destructive: true }),
  ];
  const world = startDispatcher(tools, isSelected ? { isSelected } : {});
  const service = createMcpService({
    name: 'test-server',
    version: '1.0.0',
    ...world,
    results: createMemoryResultStore({ clock: world.clock }),
    ...source,
  });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createServer(service, { callerOf: () => alice }), { transport: serverSide });
  client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(clientSide);
  const connected = client;
  return {
    registry: world.tools,
    // Past the client's own cache, which the hint allows for.
    list: async () =>
      (await connected.listTools({}, { cacheMode: 'bypass' })) as unknown as ListAnswer,
    names: async () => (await connected.listTools()).tools.map(({ name }) => name),
    call: (name: string, args: Record<string, unknown>) =>
      connected.callTool({ name, arguments: args }),
  };
}

const progressive = [
  'mcp_pipeline',
  'tools_destructive',
  'tools_read',
  'tools_search',
  'tools_write',
];
const full = ['mcp_pipeline', 'mcp_pipeline_check', 'notes_clear', 'notes_list', 'notes_post'];

test('the progressive surface lists composers, search and dispatchers, and nothing else', async () => {
  expect(await (await connect({ surface: 'progressive' })).names()).toEqual(progressive);
});

test('the full surface lists every tool, and not what only leads to others', async () => {
  expect(await (await connect({ surface: 'full' })).names()).toEqual(full);
});

test('a server that chooses no surface lists every tool', async () => {
  expect(await (await connect()).names()).toEqual(full);
});

test('the progressive surface has room for what a server may have by its name', () => {
  const names = [
    '_status',
    'mcp_pipeline',
    'pipeline_discover',
    'pipeline_execute',
    'workflow_start',
    'workflow_status',
  ];
  for (const name of names) expect(isListed({ name }, 'progressive')).toBe(true);
  for (const name of [...names, 'notes_post']) expect(isListed({ name }, 'full')).toBe(true);
  expect(isListed({ name: 'workflow_cancel' }, 'progressive')).toBe(false);
});

describe.each(surfaces)('%s', (surface: Surface) => {
  test('the list says for how long it holds, and for whom', async () => {
    const { list } = await connect({ surface });
    expect(await list()).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' });
  });

  test('the list does not change after calls', async () => {
    const { list, call } = await connect({ surface });
    const before = await list();
    await call('tools_search', { query: 'post a note' });
    await call('tools_write', { tool: 'notes_post', args: { board_id: '123', text: 'x' } });
    await call('notes_list', { board_id: '123' });
    await call('mcp_pipeline', { steps: [{ tool: 'notes_list', args: { board_id: '123' } }] });
    expect(await list()).toEqual(before);
  });

  test('every enabled tool can be called by its name, and every other can be a step', async () => {
    const { call, registry } = await connect({ surface });
    const composers = registry.enabled().filter(({ calls, forwards }) => calls || forwards);
    for (const { name } of registry.enabled()) {
      const { content } = await call(name, {});
      expect(JSON.stringify(content)).not.toMatch(/TOOL_DISABLED|UNKNOWN_TOOL/);
    }
    for (const tool of registry.enabled().filter((tool) => !composers.includes(tool))) {
      const { structuredContent } = await call('mcp_pipeline', {
        steps: [{ tool: tool.name, args: { query: 'x', board_id: '123' } }],
      });
      expect(JSON.stringify(structuredContent)).not.toMatch(
        /RECURSION|UNKNOWN_TOOL|cannot be a step/,
      );
    }
  });

  test('a tool that is switched off is not listed, found or called through a dispatcher', async () => {
    const off = 'notes_post';
    const { names, call } = await connect({ surface, isSelected: ({ name }) => name !== off });
    expect(await names()).not.toContain(off);
    for (const query of [off, 'post a note on a board']) {
      const found = await call('tools_search', { query, limit: 20 });
      expect(JSON.stringify(found.structuredContent)).not.toContain(off);
    }
    for (const name of ['tools_read', 'tools_write', 'tools_destructive']) {
      const { content } = await call(name, { tool: off, args: { board_id: '123', text: 'x' } });
      expect(JSON.stringify(content)).toContain('TOOL_DISABLED');
    }
  });

  test('a helper that is switched off is not listed', async () => {
    const { names } = await connect({ surface, isSelected: ({ name }) => name !== 'tools_write' });
    expect(await names()).not.toContain('tools_write');
  });

  test('a list that the build generated is narrowed in the same way', async () => {
    const { registry, names } = await connect({ surface });
    const wanted = await names();
    await client?.close();
    const generated = await connect({ surface, wireList: () => toWireList(registry) });
    expect(await generated.names()).toEqual(wanted);
  });
});
