import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedUpstream, startUpstream } from './start-upstream.ts';

const secret = 'h34der-that-is-never-shown';

/** One JSON-RPC message of a client. */
interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

type Answer = (message: Message, response: ServerResponse) => void;

let server: Server;
let started: StartedUpstream;
let answerCall: Answer;
const authorizations: (string | undefined)[] = [];

beforeEach(async () => {
  authorizations.length = 0;
  answerCall = ({ id }, response) => reply(response, id, { structuredContent: { fine: true } });
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  started = await startUpstream(
    {
      remote: {
        url: `http://127.0.0.1:${port}/mcp`,
        headers_from: { Authorization: { env: 'KEY', prefix: 'Bearer ' } },
        timeout_seconds: 5,
        tools: { look: { effect: 'read' }, change: {} },
      },
    },
    { KEY: secret },
  );
});
afterEach(async () => {
  await started.remove();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Speaks the protocol of 2025; whatever is asked besides is unknown. */
async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  authorizations.push(request.headers.authorization);
  if (request.method !== 'POST') return void response.writeHead(405).end();
  let text = '';
  for await (const piece of request) text += String(piece);
  const message = JSON.parse(text) as Message;
  const { id, method, params } = message;
  if (id === undefined) return void response.writeHead(202).end();
  switch (method) {
    case 'initialize':
      return reply(response, id, {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'remote', version: '1' },
      });
    case 'tools/list': {
      const inputSchema = { type: 'object', additionalProperties: true };
      const tools = ['look', 'change'].map((name) => ({ name, inputSchema }));
      return reply(response, id, { tools });
    }
    case 'tools/call':
      return answerCall(message, response);
    default:
      return send(response, { id, error: { code: -32601, message: 'Method not found' } });
  }
}

function reply(response: ServerResponse, id: number | undefined, result: object): void {
  send(response, { id, result: { content: [], ...result } });
}

function send(response: ServerResponse, message: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

async function failure(tool: string) {
  const outcome = await started.call(`remote_${tool}`);
  if (outcome.kind !== 'error') throw new Error(`${tool} succeeded`);
  expect(JSON.stringify(outcome.error)).not.toContain(secret);
  return outcome.error;
}

test('a server behind an address is called with the credential in each request', async () => {
  expect(await started.call('remote_look')).toMatchObject({ structured: { fine: true } });
  expect(new Set(authorizations)).toEqual(new Set([`Bearer ${secret}`]));
});

test('a request that is refused was not made, and the credential is named by its place', async () => {
  answerCall = (_message, response) => void response.writeHead(403).end(`not with ${secret}`);
  const error = await failure('change');
  expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', outcome: 'not_applied' });
  expect(error.message).toContain('headers_from');
});

test('an error of the server after a write leaves it unknown', async () => {
  answerCall = (_message, response) => void response.writeHead(502).end('<html>');
  expect(await failure('change')).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });
  expect(await failure('look')).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retriable: true });
});

test('a connection that breaks off leaves a write unknown, and the next call is made', async () => {
  answerCall = (_message, response) => void response.destroy();
  expect(await failure('change')).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });
  answerCall = ({ id }, response) => reply(response, id, { structuredContent: { fine: true } });
  expect(await started.call('remote_look')).toMatchObject({ kind: 'result' });
});

test('an answer without end is broken off', async () => {
  answerCall = (_message, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 8; count += 1) response.write(piece);
  };
  expect(await failure('look')).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
});

test('a redirect to elsewhere is not followed with the credential', async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  answerCall = (_message, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end();
  };
  await failure('look');
  expect(seen).toEqual([]);
  await new Promise((resolve) => other.close(resolve));
});
