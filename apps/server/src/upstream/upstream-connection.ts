import type { CallContext } from '@guildline/mcp-core';
import type { UpstreamSettings } from '../configuration/upstream-settings.ts';
import { toSaid } from './create-scrub.ts';
import type { KnownSchemas } from './known-schemas.ts';
import { openSession, type SessionPorts, type UpstreamSession } from './open-session.ts';
import { readAnswer, readText, type UpstreamAnswer } from './read-answer.ts';
import { Stop } from './stop.ts';
import { toFault } from './to-fault.ts';
import { type ToolSchemas, toToolSchemas } from './tool-schemas.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** What a connection needs from outside. */
export interface ConnectionPorts extends SessionPorts {
  readonly clock: CallContext['clock'];
  readonly known: KnownSchemas;
}

/** A session, and the schemas of the tools that are offered. */
interface OpenUpstream {
  readonly session: UpstreamSession;
  readonly schemas: ReadonlyMap<string, ToolSchemas>;
}

/** Milliseconds between two tries to connect, after the first and at most. */
const [firstPause, longestPause] = [1000, 30_000];

/**
 * The one connection to an upstream. It is made when it is first needed, and again if it ended. While an
 * upstream cannot be reached, calls fail at once for a while instead of starting it each time.
 */
export class UpstreamConnection {
  readonly #settings: UpstreamSettings;
  readonly #ports: ConnectionPorts;
  readonly #closed = new AbortController();
  #open: Promise<OpenUpstream> | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #lastFault: unknown;

  constructor(settings: UpstreamSettings, ports: ConnectionPorts) {
    this.#settings = settings;
    this.#ports = ports;
  }

  /**
   * Calls a tool.
   *
   * @param check told the schemas of the tool just before the call; what it throws ends the call
   * @throws UpstreamFault
   */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    context: Pick<CallContext, 'deadline' | 'signal'>,
    check: (schemas: ToolSchemas) => void,
  ): Promise<Record<string, unknown>> {
    const { timeout } = this.#settings;
    const { deadline = Number.POSITIVE_INFINITY, signal } = context;
    const milliseconds = Math.min(timeout, deadline - this.#ports.clock.now());
    const stop = new Stop({ signal, closed: this.#closed.signal, milliseconds });
    let sent: UpstreamSession | undefined;
    try {
      const { session, schemas } = await stop.wait(this.#connect());
      const found = schemas.get(tool);
      if (!found) throw refuseTool(tool, session);
      check(found);
      sent = session;
      const answer = await stop.wait(
        session.client.callTool(
          { name: tool, arguments: { ...args } },
          { signal: stop.signal, timeout: milliseconds + 1000 },
        ),
      );
      return toResult(answer as UpstreamAnswer, session);
    } catch (error) {
      const fault = toFault(error, { stop, sent, milliseconds });
      if (fault.kind === 'lost' || fault.kind === 'unavailable') this.#drop(sent);
      throw fault;
    } finally {
      stop.release();
    }
  }

  /** Asks for the schemas of the tools that are offered; connects if need be. */
  async listSchemas(): Promise<ReadonlyMap<string, ToolSchemas>> {
    return (await this.#connect()).schemas;
  }

  /** Ends the connection and what was started for it. No call can be made afterwards. */
  async close(): Promise<void> {
    this.#closed.abort();
    const open = await this.#open?.catch(() => undefined);
    await open?.session.close();
  }

  #connect(): Promise<OpenUpstream> {
    if (this.#open) return this.#open;
    if (this.#ports.clock.now() < this.#pausedUntil) return Promise.reject(this.#lastFault);
    const opening = this.#openSession(() => {
      if (this.#open === opening) this.#open = undefined;
    });
    this.#open = opening;
    opening.catch((error: unknown) => {
      if (this.#open === opening) this.#open = undefined;
      this.#pause(error);
    });
    return opening;
  }

  async #openSession(onEnd: () => void): Promise<OpenUpstream> {
    const { name, tools } = this.#settings;
    const session = await openSession(this.#settings, this.#ports, onEnd);
    this.#failures = 0;
    const offered = tools.map(({ upstreamName }) => upstreamName);
    const schemas = toToolSchemas(session.tools, offered);
    try {
      for (const tool of this.#ports.known.learn(schemas)) {
        this.#ports.report(
          `${name}: the schemas of ${tool} are not those that are published here. "guildline upstreams refresh" takes the new ones over.`,
        );
      }
    } catch (error) {
      this.#ports.report(`${name}: its schemas cannot be kept (${(error as Error).message}).`);
    }
    return { session, schemas };
  }

  #pause(error: unknown): void {
    const pause = Math.min(longestPause, firstPause * 2 ** this.#failures);
    this.#failures += 1;
    this.#lastFault = error;
    this.#pausedUntil = this.#ports.clock.now() + pause;
  }

  /** A connection that broke is not used again. */
  #drop(session: UpstreamSession | undefined): void {
    const open = this.#open;
    void open?.then(
      (current) => {
        if (current.session !== session) return;
        if (this.#open === open) this.#open = undefined;
        void session.close();
      },
      () => undefined,
    );
  }
}

function refuseTool(tool: string, { tools, scrub }: UpstreamSession): UpstreamFault {
  const names = tools.slice(0, 30).map(({ name }) => name);
  return new UpstreamFault('refused', `the upstream has no tool ${tool}`, {
    said: toSaid(`its tools are ${names.join(', ')}`, scrub),
  });
}

function toResult(answer: UpstreamAnswer, { scrub }: UpstreamSession): Record<string, unknown> {
  if (!answer.isError) return readAnswer(answer, scrub);
  throw new UpstreamFault('failed', 'the upstream answered that the call failed', {
    sent: true,
    said: toSaid(readText(answer), scrub),
  });
}
