import { type Context, Hono } from 'hono';
import type { Fault } from '../http/faults.ts';
import type { LimitOptions } from '../http/limit-options.ts';
import type { World } from '../world/world.ts';
import type { SimulatorControl } from './simulator-control.ts';

export interface ControlOptions {
  readonly control: SimulatorControl;
}

/** The control plane over HTTP: one route per method of {@link SimulatorControl}. */
export function controlRoutes({ control }: ControlOptions): Hono {
  const app = new Hono();
  const post = <Body>(path: string, act: (body: Body) => void) =>
    app.post(path, async (context) => {
      act((await readJson(context)) as Body);
      return context.body(null, 204);
    });
  app.get('/world', (context) => context.json(control.world()));
  app.get('/requests', (context) => context.json(control.requests()));
  app.get('/invalid-requests', (context) => context.json(control.invalidRequests()));
  post('/reset', () => control.reset());
  post<World>('/load', (world) => control.load(world));
  post<{ at: number | string | null }>('/set-clock', ({ at }) => control.setClock(at));
  post<{ ms: number }>('/advance-clock', ({ ms }) => control.advanceClock(ms));
  post<{ ids: string[] }>('/set-next-ids', ({ ids }) => control.setNextIds(ids));
  post<{ limits: LimitOptions | 'off' }>('/set-limits', ({ limits }) => control.setLimits(limits));
  post('/clear-requests', () => control.clearRequests());
  post<Fault>('/inject', (fault) => control.inject(fault));
  post('/clear-faults', () => control.clearFaults());
  app.onError((error, context) => context.json({ message: error.message }, 400));
  return app;
}

async function readJson(context: Context): Promise<unknown> {
  const source = await context.req.text();
  return source === '' ? {} : JSON.parse(source);
}
