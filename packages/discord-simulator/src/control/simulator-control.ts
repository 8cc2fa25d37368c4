import type { Fault } from '../http/faults.ts';
import type { LimitOptions } from '../http/limit-options.ts';
import type { LoggedRequest } from '../http/request-log.ts';
import type { Simulation } from '../simulation.ts';
import type { FullWorld, World } from '../world/world.ts';

/** What a test, or a person at the control plane, can do to a running simulator. */
export interface SimulatorControl {
  /** Back to the world, clock and limits of the start; log, faults and planned ids are emptied. */
  reset(): void;
  /** Replaces the whole world. Throws when it refers to a channel it does not hold. */
  load(world: World): void;
  /** A copy of the whole state. */
  world(): FullWorld;
  /** Epoch milliseconds or ISO 8601: time stands still there. `null` gives the real clock back. */
  setClock(at: number | string | null): void;
  advanceClock(milliseconds: number): void;
  /** The ids of the next new messages, channels, threads, roles, events and webhooks, in order. */
  setNextIds(ids: readonly string[]): void;
  setLimits(limits: LimitOptions | 'off'): void;
  requests(): readonly LoggedRequest[];
  clearRequests(): void;
  /** Lets something go wrong with the next matching requests. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** How many answers in this window were 401, 403 or (not shared) 429, and how many may be. */
  invalidRequests(): { count: number; limit: number; window_ms: number };
}

export function createControl(simulation: Simulation): SimulatorControl {
  return {
    reset: () => simulation.reset(),
    load: (world) => simulation.load(world),
    world: () => simulation.world(),
    setClock: (at) => simulation.clock.set(at),
    advanceClock: (milliseconds) => simulation.clock.advance(milliseconds),
    setNextIds: (ids) => simulation.ids.plan(ids),
    setLimits: (limits) => simulation.limiter.configure(limits),
    requests: () => simulation.log.list(),
    clearRequests: () => simulation.log.clear(),
    inject: (fault) => simulation.faults.inject(fault),
    clearFaults: () => simulation.faults.clear(),
    invalidRequests: () => simulation.limiter.invalid,
  };
}
