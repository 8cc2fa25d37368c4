import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { NewRun, Run } from '@guildline/mcp-core';
import { onTestFinished } from 'vitest';
import { quickTiming } from './engine-world.ts';
import type { WorkerInput, WorkerLine, WorkerSettings } from './programs/worker.ts';

type Build = (options: object) => Promise<unknown>;
type Said<Kind extends WorkerLine['kind']> = Extract<WorkerLine, { kind: Kind }>;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
let bundled: Promise<string> | undefined;

/** The program as a server would carry it: our packages inside, the engine's libraries outside. */
function bundle(): Promise<string> {
  bundled ??= (async () => {
    await mkdir(here('../build'), { recursive: true });
    const { build } = createRequire(here('../../../apps/server/package.json'))('esbuild') as {
      build: Build;
    };
    const fresh = await mkdtemp(here('../build/bundle-'));
    await build({
      entryPoints: [here('programs/worker.ts')],
      outfile: `${fresh}/worker.mjs`,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      conditions: ['@guildline/source', 'module', 'import'],
      external: ['@dbos-inc/dbos-sdk', '@electric-sql/pglite', 'pg'],
      banner: {
        js: "import { createRequire as workerRequire } from 'node:module';\nconst require = workerRequire(import.meta.url);",
      },
    });
    const program = here('../build/worker.mjs');
    await rename(`${fresh}/worker.mjs`, program);
    await rm(fresh, { recursive: true });
    return program;
  })();
  return bundled;
}

/** A process with an engine. It is killed when the test is over, if it is still there. */
export class Worker {
  readonly #child: ChildProcess;
  readonly #waiting = new Set<() => void>();
  readonly lines: WorkerLine[] = [];
  #commands = 0;
  #hasEnded = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
    const heard = (line: string) => {
      this.lines.push(JSON.parse(line) as WorkerLine);
      for (const look of this.#waiting) look();
    };
    if (child.stdout) createInterface({ input: child.stdout }).on('line', heard);
    child.on('exit', () => {
      this.#hasEnded = true;
      for (const look of this.#waiting) look();
    });
  }

  static async start(settings: Omit<WorkerSettings, 'timing'> & Partial<WorkerSettings>) {
    const program = await bundle();
    const child = spawn(
      process.execPath,
      [program, JSON.stringify({ timing: quickTiming, ...settings })],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const worker = new Worker(child);
    onTestFinished(() => worker.kill());
    await worker.said('ready');
    return worker;
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** The first line of that kind that fits, said already or yet to come. */
  said<Kind extends WorkerLine['kind']>(
    kind: Kind,
    fits: (line: Said<Kind>) => boolean = () => true,
  ): Promise<Said<Kind>> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const line = this.of(kind).find(fits);
        if (line !== undefined) resolve(line);
        else if (this.#hasEnded) reject(new Error(`The worker ended before it said ${kind}.`));
        else return;
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Everything of that kind that was said until now. */
  of<Kind extends WorkerLine['kind']>(kind: Kind): Said<Kind>[] {
    return this.lines.filter((line): line is Said<Kind> => line.kind === kind);
  }

  async open(): Promise<void> {
    await this.ask({ do: 'open' });
  }

  async begin(input: WorkerInput, more: Partial<NewRun> = {}): Promise<string> {
    const id = `wf_${Math.random().toString(16).slice(2).padEnd(32, '0')}`;
    await this.ask({
      do: 'start',
      run: { id, kind: 'workflow', caller: 'alice', input, ...more },
    });
    return id;
  }

  async find(id: string): Promise<Run | undefined> {
    return (await this.ask({ do: 'find', id })) as Run | undefined;
  }

  /** The answer to a command; rejects with the error that the engine rejected with. */
  async ask(command: { readonly do: string; readonly id?: string; readonly run?: object }) {
    this.#commands += 1;
    const number = this.#commands;
    this.#child.stdin?.write(`${JSON.stringify({ ...command, number })}\n`);
    const answer = await this.said('answer', (line) => line.number === number);
    if (answer.error !== undefined) throw answer.error;
    return answer.value;
  }

  /** Sends a signal without waiting for anything. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Closes the engine; the process then has nothing more to do and ends. */
  async close(): Promise<number | null> {
    const ended = once(this.#child, 'exit');
    await this.ask({ do: 'close' });
    const [code] = await ended;
    return code as number | null;
  }
}
