import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createControl, type SimulatorControl } from './control/simulator-control.ts';
import { createApp } from './http/app.ts';
import type { Exchange } from './http/exchange.ts';
import type { LimitOptions } from './http/limit-options.ts';
import { Router } from './http/router.ts';
import { botToken } from './http/token.ts';
import { allRoutes } from './routes/all-routes.ts';
import { Simulation } from './simulation.ts';
import type { Clock } from './world/clock.ts';
import { defaultWorld } from './world/default-world.ts';
import type { World } from './world/world.ts';

const NONCE_WINDOW = 180_000;

export interface SimulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default: {@link defaultWorld}. */
  readonly world?: World;
  /** Read at the start if it exists, written after every change. */
  readonly snapshotFile?: string;
  /** Default: {@link DEFAULT_LIMITS}. */
  readonly limits?: LimitOptions | 'off';
  /** Default: the real one. */
  readonly clock?: Clock;
  /** Milliseconds by the simulator's clock that a nonce is remembered; default three minutes. */
  readonly nonceWindow?: number;
  /** Told of every request that reached a route and was answered without a fault. */
  readonly observe?: (exchange: Exchange) => void;
}

export interface Simulator {
  /** `http://127.0.0.1:PORT/api`, for a client that takes Discord's base address. */
  readonly url: string;
  /** `http://127.0.0.1:PORT/__control`. */
  readonly controlUrl: string;
  readonly control: SimulatorControl;
  /** The token of the first bot in the world. */
  readonly token: string;
  /** Ends the server and every connection to it. */
  close(): Promise<void>;
}

/** Starts a Discord REST API on 127.0.0.1. Rejects when the port is taken or the snapshot broken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulation = new Simulation({
    world: options.world ?? defaultWorld(),
    clock: options.clock ?? Date,
    limits: options.limits ?? {},
    snapshotFile: options.snapshotFile,
  });
  const control = createControl(simulation);
  const app = createApp(
    {
      simulation,
      router: new Router(allRoutes),
      nonceWindow: options.nonceWindow ?? NONCE_WINDOW,
      observe: options.observe,
    },
    { control },
  );
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/api`,
    controlUrl: `${origin}/__control`,
    control,
    get token() {
      return botToken(simulation.bot.id);
    },
    close: () =>
      new Promise((resolve) => {
        simulation.close();
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
