import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Simulator } from '@guildline/discord-simulator';

/** A way to a simulator for a bot whose token looks like a real one. */
export interface TokenGate {
  readonly url: string;
  close(): Promise<void>;
}

/** Passes requests on, with the simulator's token in place of the given one; others get a 401. */
export async function openTokenGate(simulator: Simulator, token: string): Promise<TokenGate> {
  const server = createServer(async (request, response) => {
    const {
      authorization = '',
      'content-type': type,
      'x-audit-log-reason': reason,
    } = request.headers;
    const body = await buffer(request);
    const answer = await fetch(`${simulator.url}${request.url?.replace(/^\/api/, '')}`, {
      method: request.method ?? 'GET',
      headers: {
        ...(authorization && { authorization: authorization.replace(token, simulator.token) }),
        ...(type && { 'content-type': type }),
        ...(typeof reason === 'string' && { 'x-audit-log-reason': reason }),
      },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
