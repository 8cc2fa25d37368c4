import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AnyClient, clients, connect as connectClient } from './clients.ts';
import { type SimulatedDiscord, simulateDiscord } from './simulated-discord.ts';

let discord: SimulatedDiscord;
let client: AnyClient | undefined;
beforeAll(async () => {
  discord = await simulateDiscord();
});
afterAll(() => discord.close());
afterEach(async () => {
  await client?.close();
  client = undefined;
  discord.simulator.control.clearFaults();
  discord.simulator.control.clearRequests();
});

const guild_id = '111122223333444455';
const channel_id = '222233334444555566';

describe.each(Object.entries(clients))('%s', (_name, connect) => {
  test('lists every tool in a fixed order, with both schemas and all four annotations', async () => {
    client = await connect(['serve', '--surface', 'full'], discord.env);
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool['name'] as string);
    expect(names).toEqual(expect.arrayContaining(['mcp_pipeline', 'messages_send']));
    expect(names).toEqual([...names].sort());
    for (const tool of tools) {
      expect(tool).toMatchObject({
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
      });
    }
  });

  test('is shown few tools unless it is told otherwise, and finds and calls the others', async () => {
    client = await connect(['serve'], discord.env);
    const names = (await client.listTools()).tools.map((tool) => tool['name'] as string);
    expect(names).toEqual(expect.arrayContaining(['mcp_pipeline', 'tools_search', 'tools_read']));
    expect(names).toEqual([...names].sort());
    expect(names.length).toBeLessThanOrEqual(10);
    const query = 'which channels are there';
    const found = await client.callTool({ name: 'tools_search', arguments: { query } });
    expect(found.structuredContent).toMatchObject({
      tools: [{ name: 'channels_list', input_schema: { required: ['guild_id'] } }, {}, {}],
    });
    const call = { tool: 'channels_list', args: { guild_id } };
    const through = await client.callTool({ name: 'tools_read', arguments: call });
    const direct = await client.callTool({ name: call.tool, arguments: call.args });
    expect(through.structuredContent).toEqual(direct.structuredContent);
    expect(through.content[0]?.text).toMatch(/⟦untrusted (\w+)⟧announcements⟦\/untrusted \1⟧/);
  });

  test('runs a pipeline and receives its progress', async () => {
    client = await connect(['serve'], discord.env);
    await client.listTools();
    const seen: number[] = [];
    const result = await client.callTool(
      {
        name: 'mcp_pipeline',
        arguments: {
          steps: [
            { id: 'channels', tool: 'channels_list', args: { guild_id } },
            {
              id: 'send',
              tool: 'messages_send',
              args: { channel_id: '{{channels.channels[0].id}}', content: 'hi' },
              if: "channels.channels[?name == 'no such channel']",
            },
            {
              id: 'announce',
              tool: 'messages_send',
              args: {
                channel_id: "{{channels.channels[?name == 'announcements'] | [0].id}}",
                content: 'hi',
              },
            },
          ],
        },
      },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(result.structuredContent).toMatchObject({
      aborted: false,
      steps: [{ status: 'success' }, { status: 'skipped' }, { status: 'success' }],
      variables: { announce: { channel_id } },
    });
    expect(seen.slice(0, 2)).toEqual([1, 2]);
  });

  test('gets an error result as JSON text', async () => {
    client = await connect(['serve'], discord.env);
    await client.listTools();
    const result = await client.callTool({
      name: 'channels_get',
      arguments: { channel_id: '999999999999999999' },
    });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({
      code: 'DISCORD_NOT_FOUND',
      retriable: false,
      outcome: 'not_applied',
    });
  });

  test('cancels a pipeline in mid-call: the request is dropped and later steps never leave', async () => {
    const { control } = discord.simulator;
    control.inject({ method: 'GET', path: `/guilds/${guild_id}`, delay_ms: 60_000 });
    client = await connect(['serve'], discord.env);
    const controller = new AbortController();
    const call = client.callTool(
      {
        name: 'mcp_pipeline',
        arguments: {
          steps: [
            { id: 'first', tool: 'messages_send', args: { channel_id, content: 'first' } },
            { id: 'slow', tool: 'guild_get', args: { guild_id } },
            { id: 'never', tool: 'messages_send', args: { channel_id, content: 'never' } },
          ],
        },
      },
      {
        signal: controller.signal,
        onprogress: () => controller.abort(),
      },
    );
    await expect(call).rejects.toThrow();
    // The server is still there, and what it sends from now on comes after the cancelled call.
    await client.callTool({ name: 'users_get_current', arguments: {} });
    const sent = control.requests().filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => (body as { content: string }).content)).toEqual(['first']);
  });
});

test('a server without a token lists its tools, and a call says how to set one', async () => {
  client = await connectClient(['serve', '--surface', 'full']);
  expect((await client.listTools()).tools.length).toBeGreaterThan(50);
  const result = await client.callTool({ name: 'users_get_current', arguments: {} });
  expect(result.isError).toBe(true);
  const error = JSON.parse(result.content[0]?.text ?? '') as { code: string; message: string };
  expect(error.code).toBe('DISCORD_UNAUTHORIZED');
  expect(error.message).toContain('DISCORD_TOKEN');
});

test.each([
  ['MCP_CATEGORIES', [], { MCP_CATEGORIES: 'roles, members' }],
  ['--toolsets', ['--toolsets', 'roles,members'], {}],
])('%s leaves the named categories and meta', async (_what, flags, env) => {
  client = await connectClient(['serve', '--simulate', '--surface', 'full', ...flags], env);
  const names = (await client.listTools()).tools.map((tool) => tool['name'] as string);
  expect(names).toEqual(expect.arrayContaining(['mcp_pipeline', 'roles_list', 'members_get']));
  expect(names.filter((name) => /^(channels|events|guild|messages|users)_/.test(name))).toEqual([]);
  const call = { name: 'guild_get', arguments: { guild_id } };
  for (const { name, arguments: args } of [
    call,
    { name: 'tools_read', arguments: { tool: call.name, args: call.arguments } },
  ]) {
    const result = await client.callTool({ name, arguments: args });
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ code: 'TOOL_DISABLED' });
  }
});
