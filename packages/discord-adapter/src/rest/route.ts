import { ToolError } from '@guildline/mcp-core';

/** A method with a route below `/api/v10`. */
export interface Target {
  readonly method: string;
  readonly route: string;
}

/** Takes a route as tools declare it, `GET /guilds/{guild_id}/roles`, apart. */
export function parseTarget(text: string): Target {
  const [method = '', route = ''] = text.split(' ');
  return { method, route };
}

const webhookToken = /^(\/(?:webhooks|interactions)\/[^/]+)\/([^/?]+)/;

/** The route with the token of a webhook or interaction taken out: fit for messages. */
export function withoutToken(route: string): string {
  return route.replace(webhookToken, '$1/{token}');
}

/** The token of a webhook or interaction in a route. */
export function tokenIn(route: string): string | undefined {
  return webhookToken.exec(route)?.[2];
}

/**
 * One name for all routes that share a template, whether written with ids or with `{placeholders}`:
 * `POST /channels/:id/messages`.
 */
export function toTemplate({ method, route }: Target): string {
  const path = withoutToken(route.split('?')[0] ?? route)
    .replace('/{token}', '/:token')
    .replaceAll(/\{[^{}/]*\}|\d{15,20}/g, ':id')
    .replace(/\/reactions\/.*$/, '/reactions/:reaction')
    .replace(/^\/invites\/[^/]+/, '/invites/:id');
  return `${method} ${path}`;
}

/**
 * Refuses routes that would become another route on their way: an argument such as `..` in a path
 * is resolved by URL rules before it is sent.
 */
export function assertSafeRoute({ method, route }: Target): void {
  const unsafe =
    !route.startsWith('/') ||
    /[\s\\?#\p{Cc}]/u.test(route) ||
    route.split('/').some((part, index) => index > 0 && isUnsafePart(part));
  if (!unsafe) return;
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `An argument does not fit into the path ${method} ${withoutToken(route)}: it is empty or holds "..", "/", "?", "#", a space or a backslash. Correct the ids, codes and emoji of the call.`,
  });
}

function isUnsafePart(part: string): boolean {
  return part === '' || /^(?:\.|%2e){1,2}$/i.test(part);
}
