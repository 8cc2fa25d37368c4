import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, Progress } from '../context.ts';
import type { McpService } from './service.ts';

export { createMcpService, type McpService, type McpServiceSource } from './service.ts';

/** How a binding serves. */
export interface BindingOptions {
  /** Who calls; comes from the transport. */
  readonly callerOf: (context: ServerContext) => Caller;
}

/**
 * A server of `@modelcontextprotocol/server` for one connection or request, in either protocol era.
 * Hand it to `serveStdio` or `createMcpHandler` as `() => createServer(service, options)`.
 */
export function createServer(service: McpService, { callerOf }: BindingOptions): Server {
  const { name, version, instructions } = service;
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: {}, resources: {} },
      ...(instructions === undefined ? {} : { instructions }),
      cacheHints: { 'tools/list': { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } },
    },
  );
  server.setRequestHandler('tools/list', () => {
    // The published list is immutable; the SDK's types say less than that.
    return { tools: service.list() as unknown as ListToolsResult['tools'] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const result = await service.call({
      name: params.name,
      args: params.arguments,
      caller: callerOf(context),
      signal: context.mcpReq.signal,
      progress: progressOf(context),
      traceparent: context.mcpReq._meta?.['traceparent'],
    });
    if (!result) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    }
    return result as unknown as CallToolResult;
  });
  server.setRequestHandler('resources/list', (_request, context) => ({
    resources: service.resources(callerOf(context)).map(({ uri, tool }) => ({
      uri,
      name: `The whole result of ${tool}`,
      mimeType: 'application/json',
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }, context) => {
    const found = service.resource(callerOf(context), params.uri);
    if (!found) throw new ResourceNotFoundError(params.uri);
    return {
      contents: [{ uri: found.uri, mimeType: 'application/json', text: found.json }],
    };
  });
  return server;
}

/** Sends progress to a client that asked for it. Its delivery is the client's concern. */
function progressOf({ mcpReq }: ServerContext): ((progress: Progress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, ...progress } })
      .catch(() => undefined);
  };
}
