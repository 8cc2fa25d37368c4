import { AsyncLocalStorage } from 'node:async_hooks';
import { REST, type RequestData, type RequestMethod } from '@discordjs/rest';
import { Agent } from 'undici';
import type { DiscordRequest } from '../discord.ts';
import type { Exchange } from './exchange.ts';
import { createHttpHook, type HttpHookSource } from './http-hook.ts';

/** The library with our hook under it. */
export interface Transport {
  /** Queues and sends one request; resolves or rejects when the exchange is over, whichever way. */
  perform(exchange: Exchange, request: DiscordRequest): Promise<void>;
  close(): Promise<void>;
}

/** What a transport is made from. */
export interface TransportSource extends Omit<HttpHookSource, 'current'> {
  /** Without version: `https://discord.com/api`. */
  readonly apiUrl: string;
}

// Our own timer covers the body as well, so the library's must never be first.
const never = 2 ** 31 - 1;

/** Starts the library. Nothing of it keeps the process alive while no request is under way. */
export function createTransport(source: TransportSource): Transport {
  const { limits } = source;
  const current = new AsyncLocalStorage<Exchange>();
  const agent = new Agent({ connect: { timeout: Math.min(10_000, limits.requestTimeoutMs) } });
  const rest = new REST({
    api: source.apiUrl,
    version: '10',
    // Whatever the library is typed for, it hands the agent through to undici.
    agent: agent as unknown as NonNullable<RequestData['dispatcher']>,
    retries: 0,
    timeout: never,
    globalRequestsPerSecond: limits.globalRequestsPerSecond,
    userAgentAppendix: 'Guildline',
    makeRequest: createHttpHook({ ...source, current }),
    rejectOnRateLimit: (data) => {
      const milliseconds = Math.max(data.timeToReset, data.retryAfter, data.sublimitTimeout);
      const { global, scope } = data;
      return current.getStore()?.refuses({ milliseconds, global, scope }) ?? false;
    },
  });
  return {
    perform: (exchange, request) =>
      current.run(exchange, () => unlessStopped(exchange, queue(rest, exchange, request))),
    async close() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
      await agent.destroy();
    },
  };
}

async function queue(rest: REST, exchange: Exchange, request: DiscordRequest): Promise<void> {
  const { method, route } = exchange.source;
  await rest.queueRequest({
    fullRoute: route as `/${string}`,
    method: method as RequestMethod,
    // The hook adds the token, so that one that is replaced or refused counts for queued requests.
    auth: false,
    signal: exchange.signal as unknown as NonNullable<RequestData['signal']>,
    ...(request.query && { query: toQuery(request.query) }),
    ...(request.body !== undefined && { body: request.body }),
    ...(request.files && { files: request.files.map(toRawFile) }),
    ...(request.reason && { reason: request.reason.replaceAll(/\p{Surrogate}/gu, '\ufffd') }),
  });
}

/** The library sleeps through a stop while it waits for a limit; the caller must not. */
async function unlessStopped(exchange: Exchange, queued: Promise<void>): Promise<void> {
  const { signal } = exchange;
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new Error('Stopped.'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([queued, stopped]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
    queued.catch(() => undefined);
    stopped.catch(() => undefined);
  }
}

function toQuery(query: NonNullable<DiscordRequest['query']>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(key, String(value));
  }
  return parameters;
}

function toRawFile(file: NonNullable<DiscordRequest['files']>[number]) {
  return {
    name: file.name,
    data: file.data,
    ...(file.contentType !== undefined && { contentType: file.contentType }),
  };
}
