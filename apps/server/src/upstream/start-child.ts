import type { Readable } from 'node:stream';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { UpstreamAddress } from '../configuration/upstream-settings.ts';
import { type ChildGuard, signalChild } from './child-guard.ts';
import type { Scrub } from './create-scrub.ts';
import { showChildOutput } from './show-child-output.ts';
import { mostMessageBytes, type Way } from './way.ts';

/** What a child needs from outside. */
export interface ChildPorts {
  readonly env: Readonly<Record<string, string>>;
  readonly guard: ChildGuard;
  readonly scrub: Scrub;
  /** Told each line that the child writes to its standard error. */
  readonly show: (line: string) => void;
}

/** Milliseconds after which a child whose input has ended gets a signal, and one that it cannot refuse. */
const [patience, endurance] = [500, 1500];

/** The way to a child process, which is started when the client connects. */
export async function startChild(
  { command, args, folder }: Extract<UpstreamAddress, { kind: 'process' }>,
  { env, guard, scrub, show }: ChildPorts,
): Promise<Way> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    cwd: folder,
    env: { ...env },
    stderr: 'pipe',
    maxBufferSize: mostMessageBytes,
  });
  const child = new Child(transport, guard);
  showChildOutput(transport.stderr as Readable, scrub, show);
  return { transport, look: () => child.look(), close: () => child.close() };
}

/** One process, from its start to its end. */
class Child {
  readonly #transport: StdioClientTransport;
  readonly #guard: ChildGuard;
  #pid: number | undefined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(transport: StdioClientTransport, guard: ChildGuard) {
    this.#transport = transport;
    this.#guard = guard;
    const start = transport.start.bind(transport);
    transport.start = async () => {
      await start();
      this.#pid = transport.pid ?? undefined;
      if (this.#pid !== undefined) guard.add(this.#pid);
    };
    transport.onclose = () => this.#forget();
  }

  /** The transport lets go of a child that sends too much, and waits for its end longer than we do. */
  look(): void {
    if (this.#transport.pid === null) this.#hurry();
  }

  async close(): Promise<void> {
    this.#hurry();
    await this.#transport.close();
    if (this.#pid !== undefined) signalChild(this.#pid, 'SIGKILL');
    this.#forget();
  }

  #hurry(): void {
    const pid = this.#pid;
    if (pid === undefined || this.#timers.length > 0) return;
    this.#timers.push(
      setTimeout(() => signalChild(pid, 'SIGTERM'), patience),
      setTimeout(() => signalChild(pid, 'SIGKILL'), endurance),
    );
  }

  #forget(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    if (this.#pid !== undefined) this.#guard.delete(this.#pid);
    this.#pid = undefined;
  }
}
