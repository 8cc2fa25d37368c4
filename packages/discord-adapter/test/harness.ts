import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@guildline/discord-simulator';
import { createSpecCheck } from '@guildline/discord-simulator/spec';
import {
  type CallContext,
  type CallRequest,
  createRegistry,
  type Registry,
  Reply,
  type ToolDefinition,
  ToolError,
} from '@guildline/mcp-core';
import * as z from 'zod';
import {
  createDiscordClient,
  type DiscordClient,
  type DiscordClientOptions,
  discordState,
  discordTools,
} from '../src/index.ts';
import { createContext } from './call-context.ts';

/** What a test may set; everything has a default. */
export interface AdapterOptions {
  /** Limits are off unless the test sets them. */
  readonly simulator?: SimulatorOptions;
  readonly client?: DiscordClientOptions;
}

/** All Discord tools on a simulator of their own. */
export interface Adapter {
  readonly simulator: Simulator;
  readonly client: DiscordClient;
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly registry: Registry;
  /**
   * Calls a tool as the dispatcher does: its input schema, `run`, `returns`, its output schema. No
   * state is kept.
   *
   * @throws ToolError as the tool throws it, or `VALIDATION_ERROR` for arguments that do not fit
   */
  call<Result = Record<string, unknown>>(
    tool: string,
    args: unknown,
    request?: Partial<CallRequest>,
  ): Promise<Result>;
  /** A context as the dispatcher makes one. */
  context(request?: Partial<CallRequest>): CallContext;
  /** Closes everything; fails if a request or an answer broke Discord's specification. */
  close(): Promise<void>;
}

/** Starts a simulator, a client pointed at it and every tool. Close it in the same test file. */
export async function startAdapter(options: AdapterOptions = {}): Promise<Adapter> {
  const spec = await createSpecCheck();
  const simulator = await startSimulator({
    limits: 'off',
    observe: (exchange) => spec.observe(exchange),
    ...options.simulator,
  });
  const client = createDiscordClient({
    token: simulator.token,
    apiUrl: simulator.url,
    ...options.client,
    limits: { backOffMs: 1, maxBackOffMs: 1, ...options.client?.limits },
  });
  const tools = new Map(discordTools(client.connect).map((tool) => [tool.name, tool]));
  const registry = createRegistry({ tools: [...tools.values()], state: discordState });
  const context = (request: Partial<CallRequest> = {}) =>
    createContext({ ...request, tools: registry });
  return {
    simulator,
    client,
    tools,
    registry,
    context,
    call: async <Result>(name: string, args: unknown, request?: Partial<CallRequest>) =>
      (await runTool(tools, name, args, context(request))) as Result,
    async close() {
      await client.close();
      await simulator.close();
      const violations = spec.violations();
      if (violations.length > 0) {
        throw new Error(`Discord's specification was broken:\n${violations.join('\n')}`);
      }
    },
  };
}

async function runTool(
  tools: ReadonlyMap<string, ToolDefinition>,
  name: string,
  args: unknown,
  context: CallContext,
): Promise<unknown> {
  const tool = tools.get(name);
  if (!tool) throw new Error(`No tool is named ${name}.`);
  const parsed = tool.input().safeParse(args);
  if (!parsed.success) {
    throw new ToolError({ code: 'VALIDATION_ERROR', message: z.prettifyError(parsed.error) });
  }
  const answer = await tool.run(parsed.data, context);
  if (answer instanceof Reply) return tool.output().parse(answer.value);
  return tool.output().parse(tool.returns ? tool.returns(answer, parsed.data) : answer);
}
