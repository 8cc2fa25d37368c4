import type { Client, JsonSchemaValidatorResult } from '@modelcontextprotocol/client';
import type { UpstreamAddress, UpstreamSettings } from '../configuration/upstream-settings.ts';
import type { Environment } from '../settings.ts';
import { version } from '../version.ts';
import type { ChildGuard } from './child-guard.ts';
import { createScrub, type Scrub, toSaid } from './create-scrub.ts';
import { listTools } from './list-tools.ts';
import { reachServer } from './reach-server.ts';
import { readTextSources } from './read-text-source.ts';
import { startChild } from './start-child.ts';
import type { ListedTool } from './tool-schemas.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** What a session needs from outside. */
export interface SessionPorts {
  readonly environment: Environment;
  readonly guard: ChildGuard;
  /** Told in whole sentences what whoever runs the server should know; for standard error. */
  readonly report: (message: string) => void;
}

/** A connection to an upstream that has shaken hands. */
export interface UpstreamSession {
  readonly client: Client;
  readonly tools: readonly ListedTool[];
  readonly scrub: Scrub;
  /** Why the transport broke, if it said so. */
  whyBroken(): string | undefined;
  close(): Promise<void>;
}

/**
 * Connects to an upstream: reads its credentials, starts its process or reaches its address, shakes
 * hands and asks for its tools. The library is loaded here, not before.
 *
 * @param onEnd called once if the connection ends by itself
 * @throws UpstreamFault `unavailable`
 */
export async function openSession(
  settings: UpstreamSettings,
  ports: SessionPorts,
  onEnd: () => void,
): Promise<UpstreamSession> {
  const { address, timeout } = settings;
  const sources = address.kind === 'http' ? address.headers : address.environment;
  const { texts, secrets } = await readTextSources(sources, ports.environment);
  const scrub = createScrub(secrets);
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client(
    { name: 'guildline', version },
    {
      // Its schemas are not compiled as they are: they may be hostile.
      jsonSchemaValidator: { getValidator: () => acceptAnything },
      versionNegotiation: { mode: address.kind === 'http' ? 'auto' : 'legacy' },
    },
  );
  const way = await (address.kind === 'http'
    ? reachServer(address.url, texts)
    : startChild(address, {
        env: texts,
        guard: ports.guard,
        show: (line) => ports.report(`${settings.name}: ${line}`),
        scrub,
      }));
  let broken: string | undefined;
  client.onerror = (error) => {
    broken ??= toSaid(error.message, scrub);
    queueMicrotask(way.look);
  };
  try {
    await client.connect(way.transport, { timeout });
    const tools = await listTools(client, timeout);
    client.onclose = onEnd;
    return { client, tools, scrub, whyBroken: () => broken, close: way.close };
  } catch (error) {
    await way.close();
    throw toUnavailable(address, error, scrub);
  }
}

function acceptAnything<Value>(input: unknown): JsonSchemaValidatorResult<Value> {
  return { valid: true, data: input as Value, errorMessage: undefined };
}

function toUnavailable(address: UpstreamAddress, error: unknown, scrub: Scrub): UpstreamFault {
  const what =
    address.kind === 'http'
      ? 'the upstream could not be reached at its address'
      : 'the process of the upstream could not be started or does not speak MCP';
  const { code, message } = error as NodeJS.ErrnoException;
  const said = toSaid(message, scrub);
  return new UpstreamFault('unavailable', typeof code === 'string' ? `${what} (${code})` : what, {
    said: said === '' ? undefined : said,
  });
}
