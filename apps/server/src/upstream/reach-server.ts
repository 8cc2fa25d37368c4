import { createBoundedFetch } from './bounded-fetch.ts';
import { mostMessageBytes, type Way } from './way.ts';

/** The way to a server that speaks MCP over HTTP. Redirects to elsewhere are not followed. */
export async function reachServer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Way> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: createBoundedFetch(mostMessageBytes),
  });
  return { transport, look: () => undefined, close: () => transport.close() };
}
