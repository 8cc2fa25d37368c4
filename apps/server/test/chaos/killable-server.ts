import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CallResult } from '../clients.ts';
import { environment, program } from '../program.ts';

/** Another build may be named, such as an earlier one. */
const builtProgram = process.env['GUILDLINE_CHAOS_PROGRAM'] ?? program;

/** How a process of the program is started. */
export interface ServerPlan {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Milliseconds by which its clock is ahead of the real one. */
  readonly clockAhead?: number;
  /** True if the client can put a question to its person, who agrees to everything. */
  readonly isAgreeable?: boolean;
}

/** What a tool has answered: its structured result, or its error. */
export type Answer =
  | { readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false;
      readonly error: WireError;
      /** Of a composer: how its steps ended. */
      readonly result: Readonly<Record<string, unknown>> | undefined;
    };

/** An error as a client reads it. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly confirm_token?: string; readonly id?: string };
}

/** The built program behind a real MCP client over stdio, which can be killed, paused or stopped. */
export class KillableServer {
  readonly #transport: StdioClientTransport;
  readonly #client: Client;
  readonly #closed: Promise<void>;
  #stderr = '';
  #isKilled = false;

  constructor({ env, args = [], clockAhead = 0, isAgreeable = false }: ServerPlan) {
    this.#client = new Client(
      { name: 'chaos', version: '1.0.0' },
      {
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        capabilities: isAgreeable ? { elicitation: { form: {} } } : {},
      },
    );
    if (isAgreeable) {
      this.#client.setRequestHandler('elicitation/create', () => ({
        action: 'accept' as const,
        content: { approve: true },
      }));
    }
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: ['--import', toClock(clockAhead), builtProgram, 'serve', '--surface', 'full', ...args],
      env: environment(env),
      stderr: 'pipe',
    });
    this.#transport.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    this.#closed = new Promise((resolve) => {
      this.#client.onclose = () => resolve();
    });
  }

  /** Starts the process; rejects if it ends before it has answered. */
  async connect(): Promise<void> {
    await this.#whileItLives(this.#client.connect(this.#transport));
  }

  static async start(plan: ServerPlan): Promise<KillableServer> {
    const server = new KillableServer(plan);
    await server.connect();
    return server;
  }

  /** What it has written to standard error until now. */
  get stderr(): string {
    return this.#stderr;
  }

  get pid(): number {
    return this.#transport.pid ?? -1;
  }

  async listTools(): Promise<void> {
    await this.#whileItLives(this.#client.listTools());
  }

  /** Rejects if the process ends before it has answered. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    const called = this.#client.callTool({ name, arguments: { ...args } }, { timeout: 120_000 });
    const { isError, structuredContent, content } = (await this.#whileItLives(
      called,
    )) as unknown as CallResult;
    return isError === true
      ? {
          ok: false,
          error: JSON.parse(content[0]?.text ?? '{}') as WireError,
          result: structuredContent,
        }
      : { ok: true, result: structuredContent ?? {} };
  }

  /** The result of a call. @throws Error with whatever the tool refused with */
  async ask(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.call(name, args);
    if (answer.ok) return answer.result;
    throw refused(name, answer.error);
  }

  /** The same, approved by hand with the token that the first call asks for. */
  async approve(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const asked = await this.call(name, args);
    if (asked.ok) return asked.result;
    const token = asked.error.details?.confirm_token;
    if (token === undefined) throw refused(name, asked.error);
    return this.ask(name, { ...args, __confirm: token });
  }

  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    if (this.#transport.pid !== null) process.kill(this.#transport.pid, name);
  }

  /** Resolves once the process is gone. */
  async kill(): Promise<void> {
    const { pid } = this.#transport;
    if (pid === null) return;
    this.#isKilled = true;
    process.kill(pid, 'SIGKILL');
    await this.#closed;
  }

  /** Resolves once the process has ended by itself after SIGTERM. */
  async terminate(): Promise<void> {
    this.signal('SIGTERM');
    await this.#closed;
  }

  /** Ends it in order. */
  async close(): Promise<void> {
    await this.#client.close();
  }

  async #whileItLives<Result>(work: Promise<Result>): Promise<Result> {
    const ended = this.#closed.then(() => {
      throw new ServerGone(this.#stderr);
    });
    ended.catch(() => undefined);
    work.catch(() => undefined);
    try {
      return await Promise.race([work, ended]);
    } catch (error) {
      // The client may find out before the process is gone.
      throw this.#isKilled ? new ServerGone(this.#stderr) : error;
    }
  }
}

/** The process has ended before it answered. */
export class ServerGone extends Error {
  override readonly name: string = 'ServerGone';
}

function refused(name: string, { code, message }: WireError): Error {
  return new Error(`${name} was refused: ${code} ${message.slice(0, 400)}`);
}

/** Code for a process whose clock is ahead, run before everything else. */
function toClock(ahead: number): string {
  const code = `
    const { timeOrigin } = performance;
    const now = Date.now;
    Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + ${ahead} });
    Date.now = () => now() + ${ahead};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
