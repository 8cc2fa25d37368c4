import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { startProgram } from './program.ts';

let child: ChildProcess | undefined;
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
});

/** Speaks JSON-RPC over the program's standard streams, and keeps every line it wrote. */
function speak(args: readonly string[], env?: Readonly<Record<string, string>>) {
  const started = startProgram(args, env);
  child = started;
  const lines: string[] = [];
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  const { stdin, stdout } = started;
  if (!stdin || !stdout) throw new Error('The program has no pipes.');
  started.stderr?.resume();
  createInterface({ input: stdout }).on('line', (line) => {
    lines.push(line);
    const message = JSON.parse(line) as { id?: number };
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let next = 0;
  const send = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method: string, params: object = {}) =>
    new Promise<Record<string, unknown>>((resolve) => {
      next += 1;
      waiting.set(next, resolve);
      send({ id: next, method, params });
    });
  return { started, lines, send, request, stdin };
}

const modern = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  },
};
const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
};

test('without a command the program serves: a client that sends initialize, in the 2025 era', async () => {
  const { request, send } = speak(['--simulate']);
  const answer = await request('initialize', initialize);
  expect(answer).toMatchObject({
    result: { protocolVersion: '2025-11-25', serverInfo: { name: 'guildline' } },
  });
  send({ method: 'notifications/initialized' });
  expect(await request('tools/list')).toMatchObject({ result: { tools: expect.any(Array) } });
});

test('a client that sends server/discover is served in the 2026 era', async () => {
  const { request } = speak(['serve', '--simulate']);
  const discovered = await request('server/discover', modern);
  expect(discovered).toMatchObject({
    result: { supportedVersions: expect.arrayContaining(['2026-07-28']) },
  });
  expect(await request('tools/list', modern)).toMatchObject({
    result: {
      resultType: 'complete',
      tools: expect.any(Array),
      ttlMs: expect.any(Number),
      cacheScope: 'private',
    },
  });
});

test('a client that sends server/discover and then initialize is served in the 2025 era', async () => {
  const { request, send } = speak(['serve', '--simulate']);
  await request('server/discover', modern);
  expect(await request('initialize', initialize)).toMatchObject({
    result: { protocolVersion: '2025-11-25' },
  });
  send({ method: 'notifications/initialized' });
  expect(await request('tools/list')).toMatchObject({ result: { tools: expect.any(Array) } });
});

test('nothing but JSON-RPC is written to standard output, also when things go wrong', async () => {
  const { request, lines, stdin, started } = speak(['serve', '--simulate']);
  await request('initialize', initialize);
  await request('tools/call', { name: 'no_such_tool', arguments: {} });
  await request('tools/call', { name: 'channels_get', arguments: { channel_id: '1' } });
  await request('no/such/method');
  stdin.end();
  await once(started, 'close');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(lines).toHaveLength(4);
});

test.each([
  ['standard input ends', (started: ChildProcess) => started.stdin?.end()],
  ['SIGTERM comes', (started: ChildProcess) => started.kill('SIGTERM')],
  ['SIGINT comes', (started: ChildProcess) => started.kill('SIGINT')],
])('the server exits with 0 when %s, also after calls', async (_when, stop) => {
  const { request, started } = speak(['serve', '--simulate']);
  await request('initialize', initialize);
  await request('tools/call', { name: 'users_get_current', arguments: {} });
  stop(started);
  const [code] = await once(started, 'close');
  expect(code).toBe(0);
});

test('a start without calls leaves nothing behind; the first write makes the audit log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildline-data-'));
  try {
    const data = join(folder, 'data');
    const { request, stdin, started } = speak(['serve', '--simulate'], {
      GUILDLINE_DATA_DIR: data,
    });
    await request('initialize', initialize);
    await request('tools/list');
    expect(existsSync(data)).toBe(false);
    await request('tools/call', {
      name: 'messages_send',
      arguments: { channel_id: '222233334444555566', content: 'hi' },
    });
    stdin.end();
    await once(started, 'close');
    const files = await readdir(join(data, 'audit'));
    const log = files.find((name) => name.endsWith('.jsonl')) ?? '';
    const lines = (await readFile(join(data, 'audit', log), 'utf8')).trimEnd().split('\n');
    // The first line opens the chain.
    const events = lines.slice(1).map((line) => JSON.parse(line) as object);
    expect(events).toMatchObject([
      { phase: 'intent', tool: 'messages_send', target: { channel_id: '222233334444555566' } },
      { phase: 'outcome', tool: 'messages_send', outcome: 'applied' },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
