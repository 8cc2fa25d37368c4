import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { type ControlOptions, controlRoutes } from '../control/control-routes.ts';
import { plainError } from './api-error.ts';
import { type ApiOptions, handleRequest } from './handle-request.ts';
import { type Reply, replyWithError } from './respond.ts';

type Env = { Bindings: HttpBindings };

/** The whole HTTP surface: Discord's API below `/api`, the control plane below `/__control`. */
export function createApp(api: ApiOptions, control: ControlOptions): Hono<Env> {
  const app = new Hono<Env>({ strict: true });
  const answer = async (context: Context<Env>) => {
    const reply = await handleRequest(api, context.req.raw);
    if (reply) return toResponse(reply);
    context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  app.all('/api', answer);
  app.all('/api/*', answer);
  app.route('/__control', controlRoutes(control));
  app.onError((error) =>
    toResponse({ status: 500, body: { message: error.message, code: 0 }, headers: {} }),
  );
  app.notFound(() => toResponse(replyWithError(plainError(404, 'Not Found'), {})));
  return app;
}

function toResponse({ status, body, headers }: Reply): Response {
  if (body === undefined || status === 204) return new Response(null, { status, headers });
  if (typeof body === 'string') return new Response(body, { status, headers });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
