import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One request as the server saw it. */
interface SeenRequest {
  readonly method: string;
  /** Below `/api/v10`. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The JSON body, else its text. */
  readonly body: unknown;
  /** Counted from 0. */
  readonly index: number;
}

/** What a server does with one request; not answering is allowed. */
export type Misbehave = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** A local server that answers as badly as a test wants. */
export interface HostileServer {
  /** For `apiUrl`. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

export async function startHostileServer(misbehave: Misbehave): Promise<HostileServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').replace('/api/v10', ''),
      headers: incoming.headers,
      body: parse(Buffer.concat(chunks).toString('utf8')),
      index: requests.length,
    };
    requests.push(request);
    await misbehave(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    requests,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers as Discord does. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | number>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}

/** Answers as something in front of Discord does. */
export function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8' });
  response.end('<html><title>Attention Required! | Cloudflare</title></html>');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
