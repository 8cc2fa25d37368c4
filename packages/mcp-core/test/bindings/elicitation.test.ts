import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import { createMcpService, createServer, type McpService } from '../../src/bindings/mcp.ts';
import { createServer as createServerV1 } from '../../src/bindings/mcp-v1.ts';
import { createMemoryResultStore } from '../../src/index.ts';
import { type ApprovalWorld, startApprovalWorld } from '../approval-fakes.ts';
import { alice } from '../fakes.ts';

/** What the person does with the question. */
type Answer = (message: string) => { action: string; content?: Record<string, unknown> };

/** What the claims below need of a client. */
interface AskedClient {
  callTool(params: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<{ isError?: boolean; content: { text?: string }[] }>;
  close(): Promise<void>;
}

const info = { name: 'test-client', version: '1.0.0' };
const callerOf = () => alice;
const capabilities = { elicitation: { form: {} } };

function connectCurrent(mode: 'legacy' | 'modern') {
  return async (service: McpService, answer: Answer): Promise<AskedClient> => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    serveStdio(() => createServer(service, { callerOf }), { transport: serverSide });
    const client = new Client(info, {
      capabilities,
      ...(mode === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
    });
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message) as never);
    await client.connect(clientSide);
    return client as unknown as AskedClient;
  };
}

function connectV1(serve: (service: McpService) => Promise<InMemoryTransportV1>) {
  return async (service: McpService, answer: Answer): Promise<AskedClient> => {
    const client = new ClientV1(info, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message) as never);
    await client.connect(await serve(service));
    return client as unknown as AskedClient;
  };
}

const peers: Record<string, (service: McpService, answer: Answer) => Promise<AskedClient>> = {
  'v1 client, v1 binding': connectV1(async (service) => {
    const [clientSide, serverSide] = InMemoryTransportV1.createLinkedPair();
    await createServerV1(service, { callerOf }).connect(serverSide);
    return clientSide;
  }),
  'v1 client, current binding': connectV1(async (service) => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    serveStdio(() => createServer(service, { callerOf }), { transport: serverSide });
    return clientSide as unknown as InMemoryTransportV1;
  }),
  'current client in the 2025 era': connectCurrent('legacy'),
  'current client in the 2026 era': connectCurrent('modern'),
};

function toService({ dispatch, registry, clock }: ApprovalWorld, answerTime?: number): McpService {
  return createMcpService({
    name: 'test-server',
    version: '1.0.0',
    tools: registry,
    dispatch,
    results: createMemoryResultStore({ clock }),
    clock,
    answerTime,
  });
}

const remove = { name: 'notes_delete', arguments: { board_id: '123', note_ids: ['a', 'b'] } };

describe.each(Object.entries(peers))('%s', (_name, connect) => {
  let client: AskedClient;
  afterEach(() => client.close());

  test('asks the person, shows the preview, and runs once after a yes', async () => {
    const world = startApprovalWorld();
    const seen: string[] = [];
    client = await connect(toService(world), (message) => {
      seen.push(message);
      expect(world.deleted).toEqual([]);
      return { action: 'accept', content: { approve: true } };
    });
    const result = await client.callTool(remove);
    expect(result.isError).toBeFalsy();
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain('board: ⟦Board 123⟧ (123)');
    expect(seen[0]).toContain('how many: 2');
    expect(world.deleted).toEqual(['123/a', '123/b']);
  });

  test.each([
    ['declined', { action: 'decline' }],
    ['cancelled', { action: 'cancel' }],
    ['unticked', { action: 'accept', content: { approve: false } }],
  ])('an answer that is %s does nothing and says so', async (why, answer) => {
    const world = startApprovalWorld();
    client = await connect(toService(world), () => answer);
    const result = await client.callTool(remove);
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      outcome: 'not_applied',
      details: { answer: why },
    });
    expect(world.deleted).toEqual([]);
  });

  test('a client that fails at asking leaves the call undone', async () => {
    const world = startApprovalWorld();
    client = await connect(toService(world), () => {
      throw new Error('no window');
    });
    const result = await client.callTool(remove).catch(() => undefined);
    if (result) expect(result.isError).toBe(true);
    expect(world.deleted).toEqual([]);
  });

  test('a pipeline is asked about once, with all its steps', async () => {
    const world = startApprovalWorld();
    const seen: string[] = [];
    client = await connect(toService(world), (message) => {
      seen.push(message);
      return { action: 'accept', content: { approve: true } };
    });
    const steps = [
      { tool: 'notes_delete', args: remove.arguments },
      { tool: 'notes_delete', args: { board_id: '123', note_ids: ['c'] } },
    ];
    const result = await client.callTool({ name: 'mcp_pipeline', arguments: { steps } });
    expect(result.isError).toBeFalsy();
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/Step 1: .*\n[\s\S]*Step 2: /);
    expect(world.deleted).toEqual(['123/a', '123/b', '123/c']);
  });
});

test.each(Object.entries(peers).filter(([name]) => !name.includes('2026')))(
  '%s: a person who does not answer in time leaves the call undone',
  async (_name, connect) => {
    const world = startApprovalWorld();
    const client = await connect(toService(world, 20), () => new Promise(() => undefined) as never);
    const result = await client.callTool(remove);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      details: { answer: 'timed-out' },
    });
    expect(world.deleted).toEqual([]);
    await client.close();
  },
);
