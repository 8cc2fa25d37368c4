import { ok, type Route, route } from '../http/route.ts';

const GATEWAY = 'wss://gateway.discord.invalid';

/** Enough of the gateway routes for clients that ask before they do anything. There is no gateway. */
export const gatewayRoutes: readonly Route[] = [
  route('GET /gateway', () => ok({ url: GATEWAY }), 'none'),
  route('GET /gateway/bot', () =>
    ok({
      url: GATEWAY,
      shards: 1,
      session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
    }),
  ),
];
