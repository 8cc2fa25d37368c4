import {
  type CallContext,
  type CallRequest,
  defineTool,
  type Effect,
  ToolError,
} from '@guildline/mcp-core';
import * as z from 'zod';
import {
  createDiscordClient,
  type Discord,
  type DiscordClient,
  type DiscordClientOptions,
} from '../../src/index.ts';
import { createContext } from '../call-context.ts';
import { type HostileServer, type Misbehave, startHostileServer } from './hostile-server.ts';

/** A token whose first part spells the bot's id 123456789012345678. */
export const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.hostile.secret';

/** A client that talks to a server which misbehaves. */
export interface HostileClient {
  readonly server: HostileServer;
  readonly client: DiscordClient;
  /** The waits between repetitions, which pass at once. */
  readonly waits: readonly number[];
  /** The API of one call of a tool with this effect. */
  connect(effect: Effect, call?: Partial<CallRequest> & Partial<CallContext>): Promise<Discord>;
  close(): Promise<void>;
}

export async function startHostileClient(
  misbehave: Misbehave,
  options: DiscordClientOptions = {},
): Promise<HostileClient> {
  const server = await startHostileServer(misbehave);
  const waits: number[] = [];
  const client = createDiscordClient({
    token,
    apiUrl: server.url,
    random: () => 1,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    ...options,
  });
  return {
    server,
    client,
    waits,
    connect: (effect, call) => client.connect(toolOf(effect), {}, createContext(call)),
    async close() {
      await client.close();
      await server.close();
    },
  };
}

/** A bare tool of one effect. */
export function toolOf(effect: Effect) {
  return defineTool({
    name: `tests_${effect}`,
    category: 'tests',
    title: 'A test',
    description: 'A tool of a test.',
    input: () => z.strictObject({}),
    output: () => z.object({}),
    effect,
    ...(effect === 'keyed' && { key_lifetime: 120_000 }),
    run: async () => ({}),
  });
}

/** The tool error that a promise rejects with; anything else fails the test. */
export async function errorOf(promise: Promise<unknown>) {
  const error = await promise.then(
    (value) => {
      throw new Error(`No error, but ${JSON.stringify(value)}.`);
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolError)) throw error;
  return error;
}
