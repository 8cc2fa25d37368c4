import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { environment, program } from './program.ts';

/** A result of `tools/call`, as far as the tests look into it. */
export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What the tests need of a client, whichever SDK and protocol era it speaks. */
export interface AnyClient {
  listTools(): Promise<{ tools: Record<string, unknown>[] }>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    more?: { onprogress?: (progress: { progress: number }) => void; signal?: AbortSignal },
  ): Promise<CallResult>;
  close(): Promise<void>;
}

/** Connects a client to a new process of the program. */
export type Connect = (
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<AnyClient>;

const info = { name: 'test-client', version: '1.0.0' };

function connectCurrent(mode: 'legacy' | 'modern'): Connect {
  return async (args, env) => {
    const options =
      mode === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
    const client = new Client(info, options);
    await client.connect(new StdioClientTransport(toServer(args, env)));
    return client as unknown as AnyClient;
  };
}

const connectV1: Connect = async (args, env) => {
  const client = new ClientV1(info);
  await client.connect(new StdioClientTransportV1(toServer(args, env)));
  return {
    listTools: () => client.listTools(),
    callTool: (params, more) =>
      client.callTool(params, undefined, more) as unknown as Promise<CallResult>,
    close: () => client.close(),
  };
};

function toServer(args: readonly string[], env?: Readonly<Record<string, string>>) {
  return {
    command: process.execPath,
    args: [program, ...args],
    env: environment(env),
    stderr: 'ignore' as const,
  };
}

/** Every kind of client that has to work. */
export const clients: Readonly<Record<string, Connect>> = {
  '@modelcontextprotocol/sdk': connectV1,
  '@modelcontextprotocol/client, 2025 era': connectCurrent('legacy'),
  '@modelcontextprotocol/client, 2026-07-28': connectCurrent('modern'),
};

/** The client for tests that are not about clients. */
export const connect: Connect = connectCurrent('modern');
