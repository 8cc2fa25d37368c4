import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultWorld, type Simulator, startSimulator } from '@guildline/discord-simulator';
import { KillableServer, type ServerPlan } from './killable-server.ts';

interface Helper {
  copyDatabase(folder: string): Promise<void>;
}

/** The helper of the durable engine's own tests. */
const helper = new URL('../../../../packages/workflow-dbos/test/test-folder.ts', import.meta.url);

/** A simulated Discord, a data directory, and the servers that come and go on them. */
export class Arena {
  readonly simulator: Simulator;
  readonly dataDirectory: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #servers = new Set<KillableServer>();
  #ahead = 0;

  private constructor(simulator: Simulator, dataDirectory: string, env: Record<string, string>) {
    this.simulator = simulator;
    this.dataDirectory = dataDirectory;
    this.#env = env;
  }

  /** @param env what the servers find in their environment beside Discord and the data directory */
  static async open(env: Readonly<Record<string, string>> = {}): Promise<Arena> {
    const simulator = await startSimulator({ limits: 'off' });
    const dataDirectory = await mkdtemp(join(tmpdir(), 'guildline-chaos-'));
    return new Arena(simulator, dataDirectory, {
      DISCORD_TOKEN: simulator.token,
      DISCORD_API_URL: simulator.url,
      GUILDLINE_DATA_DIR: dataDirectory,
      ...env,
    });
  }

  /** The same with a database of PGlite that is there and empty: making one takes seconds. */
  static async openPrepared(env: Readonly<Record<string, string>> = {}): Promise<Arena> {
    const arena = await Arena.open(env);
    if (env['GUILDLINE_DATABASE_URL'] === undefined) {
      const { copyDatabase } = (await import(helper.href)) as Helper;
      await copyDatabase(join(arena.dataDirectory, 'workflows', 'default'));
    }
    return arena;
  }

  /** A process that is not connected yet. It is killed when the arena is closed, at the latest. */
  prepare({ env, ...plan }: Partial<ServerPlan> = {}): KillableServer {
    const server = new KillableServer({
      clockAhead: this.#ahead,
      ...plan,
      env: { ...this.#env, ...env },
    });
    this.#servers.add(server);
    return server;
  }

  /** A process that answers. */
  async start(plan: Partial<ServerPlan> = {}): Promise<KillableServer> {
    const server = this.prepare(plan);
    await server.connect();
    return server;
  }

  /** Moves the clock of Discord, and of the processes that are started from now on. */
  pass(milliseconds: number): void {
    this.#ahead += milliseconds;
    this.simulator.control.advanceClock(milliseconds);
  }

  /** Discord as it was at first, at the time that it is. */
  renew(): void {
    const { control } = this.simulator;
    control.load(defaultWorld());
    control.clearFaults();
    control.clearRequests();
  }

  /** How many requests that were no reads have arrived since the last renewal or clearing. */
  countWrites(): number {
    return this.simulator.control.requests().filter(({ method }) => method !== 'GET').length;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers].map((server) => server.kill()));
    await this.simulator.close();
    await rm(this.dataDirectory, { recursive: true, force: true });
  }
}
