import { Faults } from './http/faults.ts';
import type { LimitOptions } from './http/limit-options.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { RequestLog } from './http/request-log.ts';
import { type Clock, SettableClock } from './world/clock.ts';
import type { UserRecord } from './world/guild-records.ts';
import { Ids } from './world/ids.ts';
import { loadWorld } from './world/load-world.ts';
import { saveWorld } from './world/save-world.ts';
import { Snapshot } from './world/snapshot.ts';
import type { State } from './world/state.ts';
import type { FullWorld, World } from './world/world.ts';

export interface SimulationOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly limits: LimitOptions | 'off';
  readonly snapshotFile: string | undefined;
}

/** One running world with its clock, limits, faults and log. Knows nothing of HTTP. */
export class Simulation {
  readonly clock: SettableClock;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
  readonly faults = new Faults();
  readonly log = new RequestLog();
  readonly #initial: SimulationOptions;
  readonly #snapshot: Snapshot | undefined;
  #state: State;
  #resets = new AbortController();

  constructor(options: SimulationOptions) {
    this.#initial = { ...options, world: structuredClone(options.world) };
    this.clock = new SettableClock(options.clock);
    this.ids = new Ids(this.clock);
    this.limiter = new RateLimiter(this.clock);
    this.limiter.configure(options.limits);
    this.#snapshot = options.snapshotFile ? new Snapshot(options.snapshotFile) : undefined;
    const world = this.#snapshot?.read() ?? options.world;
    this.#state = loadWorld(world);
    this.ids.restart(world.sequence ?? 0);
  }

  get state(): State {
    return this.#state;
  }

  /** Aborts when the world is reset or replaced: requests held back until then go nowhere. */
  get resets(): AbortSignal {
    return this.#resets.signal;
  }

  /** The first bot of the world. */
  get bot(): UserRecord {
    const bot = this.#state.users.all().find((user) => user.bot);
    if (!bot) {
      throw new Error('The world holds no bot: add a user with bot: true and its memberships.');
    }
    return bot;
  }

  world(): FullWorld {
    return saveWorld(this.#state, this.ids.sequence);
  }

  load(world: World): void {
    this.#state = loadWorld(world);
    this.ids.restart(world.sequence ?? 0);
    this.#endHeldRequests();
    this.save();
  }

  /** Back to the world, limits and clock of the start; log and faults are emptied. */
  reset(): void {
    this.clock.set(null);
    this.limiter.configure(this.#initial.limits);
    this.faults.clear();
    this.log.clear();
    this.load(this.#initial.world);
  }

  save(): void {
    this.#snapshot?.write(this.world());
  }

  /** Ends what is still held back. */
  close(): void {
    this.#endHeldRequests();
  }

  #endHeldRequests(): void {
    this.#resets.abort();
    this.#resets = new AbortController();
  }
}
