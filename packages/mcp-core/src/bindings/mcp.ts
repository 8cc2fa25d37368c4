import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type ListToolsResult,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, Progress } from '../context.ts';
import { redactText } from '../redaction/redact.ts';
import type { WireResult } from '../results/present.ts';
import { parseApprovalAnswer, takesForms, toApprovalForm } from './approval-form.ts';
import { askAndRepeat } from './ask-and-repeat.ts';
import type { IncomingCall, McpService } from './service.ts';

export { createMcpService, type McpService, type McpServiceSource } from './service.ts';

const approvalKey = 'approval';

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
    const incoming: IncomingCall = {
      name: params.name,
      args: params.arguments,
      caller: callerOf(context),
      signal: context.mcpReq.signal,
      progress: progressOf(context),
      canAsk: canAsk(server, context),
      traceparent: context.mcpReq._meta?.['traceparent'],
    };
    const answered = isModern(context)
      ? await callModern(service, incoming, context)
      : await askAndRepeat(service, incoming, (form, limits) =>
          context.mcpReq.elicitInput({ mode: 'form', ...form }, limits),
        );
    if (!answered) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, service.sayUnknown(params.name));
    }
    return answered as unknown as CallToolResult;
  });
  server.setRequestHandler('resources/list', (_request, context) => ({
    resources: [...service.resources(callerOf(context))],
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }, context) => {
    const found = service.resource(callerOf(context), params.uri);
    if (!found) throw new ResourceNotFoundError(redactText(params.uri));
    return {
      contents: [{ uri: found.uri, mimeType: 'application/json', text: found.json }],
    };
  });
  return server;
}

/** The envelope by its wire keys, which the SDK's type does not spell. */
function envelopeOf({ envelope }: ServerContext['mcpReq']): Readonly<Record<string, unknown>> {
  return (envelope ?? {}) as Readonly<Record<string, unknown>>;
}

/** A request of the 2026 era carries its own envelope. */
function isModern({ mcpReq }: ServerContext): boolean {
  return envelopeOf(mcpReq)[PROTOCOL_VERSION_META_KEY] !== undefined;
}

function canAsk(server: Server, { mcpReq }: ServerContext): boolean {
  const declared = envelopeOf(mcpReq)[CLIENT_CAPABILITIES_META_KEY] as
    | ClientCapabilities
    | undefined;
  const capabilities = declared ?? server.getClientCapabilities();
  return takesForms(capabilities?.elicitation);
}

/** In the 2026 era the question is an answer; the client repeats the call with the person's reply. */
async function callModern(
  service: McpService,
  incoming: IncomingCall,
  { mcpReq }: ServerContext,
): Promise<WireResult | InputRequiredResult | undefined> {
  const ticket = mcpReq.requestState<string>();
  const answer =
    typeof ticket === 'string'
      ? parseApprovalAnswer(mcpReq.inputResponses?.[approvalKey], ticket)
      : undefined;
  const answered = await service.call({ ...incoming, answer });
  if (!answered || 'result' in answered) return answered?.result;
  const { preview, ticket: requestState } = answered.ask;
  return inputRequired({
    inputRequests: {
      [approvalKey]: inputRequired.elicit({ mode: 'form', ...toApprovalForm(preview) }),
    },
    requestState,
  });
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
