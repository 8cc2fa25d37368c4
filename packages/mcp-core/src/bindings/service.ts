import type { Clock } from '@guildline/pipeline-core';
import type { Caller, Progress, Trace } from '../context.ts';
import type { Dispatch } from '../dispatch.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../outcome.ts';
import { redactText } from '../redaction/redact.ts';
import type { Registry } from '../registry.ts';
import { present, type WireResult } from '../results/present.ts';
import {
  type ResultResource,
  type ResultStore,
  type StoredResult,
  toResource,
} from '../results/result-store.ts';
import { isListed, type Surface } from '../surface/surface.ts';
import { unknownTool } from '../surface/unknown-tool.ts';
import { toWireList, type WireTool } from '../wire.ts';

/** The parts of an {@link McpService}. */
export interface McpServiceSource {
  readonly name: string;
  readonly version: string;
  /** How to use the server, for the model: at most 1,500 characters. */
  readonly instructions?: string | undefined;
  readonly tools: Registry;
  readonly dispatch: Dispatch;
  readonly results: ResultStore;
  readonly clock: Clock;
  /** Which of the enabled tools `tools/list` shows; all of them can be called. Defaults to `full`. */
  readonly surface?: Surface | undefined;
  /** The enabled tools as published, if that was generated at build time. Converted otherwise. */
  readonly wireList?: (() => readonly WireTool[]) | undefined;
  /** Milliseconds that a person has to answer while a call stays open. Defaults to five minutes. */
  readonly answerTime?: number | undefined;
  /** Milliseconds after which a call is given up. None when absent. */
  readonly maximumDuration?: number | undefined;
}

/** A call as a protocol binding hands it over. */
export interface IncomingCall {
  readonly name: string;
  readonly args: unknown;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly progress?: ((progress: Progress) => void) | undefined;
  /** True if the client can put a question to its person. */
  readonly canAsk?: boolean | undefined;
  readonly answer?: ApprovalAnswer | undefined;
  /** W3C trace context: `00-<trace id>-<parent id>-<flags>`. */
  readonly traceparent?: unknown;
}

/** How a call ends for a binding: with a result, or with a question that has to be put first. */
export type Answered = { readonly result: WireResult } | { readonly ask: ApprovalRequest };

/** What a server says over MCP, whatever the SDK and the protocol era. */
export interface McpService {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly answerTime: number;
  list(): readonly WireTool[];
  /** `undefined` if no tool has that name, which is a protocol error and no tool error. */
  call(incoming: IncomingCall): Promise<Answered | undefined>;
  /** What the protocol error of a name that no tool has says. */
  sayUnknown(name: string): string;
  resources(caller: Caller): readonly ResultResource[];
  resource(caller: Caller, uri: string): StoredResult | undefined;
}

/** Makes the one object that both SDK bindings serve. */
export function createMcpService(source: McpServiceSource): McpService {
  const { name, version, instructions, tools, dispatch, results, clock, maximumDuration } = source;
  let published: readonly WireTool[] | undefined;
  return {
    name,
    version,
    instructions,
    answerTime: source.answerTime ?? 5 * 60 * 1000,
    list: () => {
      published ??= publish(source);
      return published;
    },
    call: async ({ name: tool, args, traceparent, ...request }) => {
      if (!tools.find(tool)) return undefined;
      const deadline = maximumDuration === undefined ? undefined : clock.now() + maximumDuration;
      const trace = parseTraceparent(traceparent);
      const outcome = await dispatch(tool, args, { ...request, deadline, trace });
      if (outcome.kind === 'needs-approval') return { ask: outcome.request };
      return { result: present(outcome, { store: results, caller: request.caller.id }) };
    },
    sayUnknown: (tool) => `Unknown tool: ${unknownTool(redactText(tool), tools).message}`,
    resources: (caller) => results.list(caller.id).map(toResource),
    resource: (caller, uri) => results.get(caller.id, uri),
  };
}

function publish({ tools, wireList, surface = 'full' }: McpServiceSource): readonly WireTool[] {
  const enabled = wireList?.() ?? toWireList(tools);
  return enabled.filter(({ name }) => {
    const tool = tools.find(name);
    return tool !== undefined && isListed(tool, surface);
  });
}

function parseTraceparent(traceparent: unknown): Trace | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, parentId] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(traceparent) ?? [];
  return traceId && parentId ? { traceId, callId: crypto.randomUUID(), parentId } : undefined;
}
