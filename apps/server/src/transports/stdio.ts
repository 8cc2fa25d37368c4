import { createServer } from '@guildline/mcp-core/mcp';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Guildline, localUser } from '../compose.ts';

/** Serves MCP on standard input and output, in both protocol eras. Resolves when the client is gone. */
export function serveOnStdio(guildline: Guildline, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport();
    const handle = serveStdio(
      () => createServer(guildline.service, { callerOf: () => localUser }),
      { transport },
    );
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    stop.addEventListener('abort', () => void handle.close().finally(resolve), { once: true });
  });
}
