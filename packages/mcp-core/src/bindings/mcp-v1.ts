import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ElicitResultSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Caller, Progress } from '../context.ts';
import { redactText } from '../redaction/redact.ts';
import { takesForms } from './approval-form.ts';
import { askAndRepeat } from './ask-and-repeat.ts';
import type { IncomingCall, McpService } from './service.ts';

export { createMcpService, type McpService, type McpServiceSource } from './service.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How a binding serves. */
export interface BindingOptions {
  /** Who calls; comes from the transport. */
  readonly callerOf: (extra: Extra) => Caller;
}

/** JSON-RPC code of "resource not found" in the 2025 protocol era. */
const resourceNotFound = -32002;

/** A server of `@modelcontextprotocol/sdk` (v1) for one connection: `server.connect(transport)`. */
export function createServer(service: McpService, { callerOf }: BindingOptions): Server {
  const { name, version, instructions } = service;
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: {}, resources: {} },
      ...(instructions === undefined ? {} : { instructions }),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    // The published list is immutable; the SDK's types say less than that.
    tools: service.list() as unknown as ListToolsResult['tools'],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const incoming: IncomingCall = {
      name: params.name,
      args: params.arguments,
      caller: callerOf(extra),
      signal: extra.signal,
      progress: progressOf(extra),
      canAsk: takesForms(server.getClientCapabilities()?.elicitation),
      traceparent: extra._meta?.['traceparent'],
    };
    const result = await askAndRepeat(service, incoming, (form, limits) =>
      extra.sendRequest(
        { method: 'elicitation/create', params: { mode: 'form', ...form } },
        ElicitResultSchema,
        limits,
      ),
    );
    if (!result) {
      throw new McpError(ErrorCode.InvalidParams, service.sayUnknown(params.name));
    }
    return result as unknown as CallToolResult;
  });
  server.setRequestHandler(ListResourcesRequestSchema, (_request, extra) => ({
    resources: [...service.resources(callerOf(extra))],
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) => {
    const found = service.resource(callerOf(extra), params.uri);
    if (!found) {
      const uri = redactText(params.uri);
      throw new McpError(resourceNotFound, 'Resource not found', { uri });
    }
    return {
      contents: [{ uri: found.uri, mimeType: 'application/json', text: found.json }],
    };
  });
  return server;
}

/** Sends progress to a client that asked for it. Its delivery is the client's concern. */
function progressOf(extra: Extra): ((progress: Progress) => void) | undefined {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    extra
      .sendNotification({
        method: 'notifications/progress',
        params: { progressToken, ...progress },
      })
      .catch(() => undefined);
  };
}
