import type { Simulation } from '../simulation.ts';
import { answerRequest } from './answer-request.ts';
import { ApiError, apiError } from './api-error.ts';
import type { Exchange } from './exchange.ts';
import { meetFault } from './meet-fault.ts';
import { decodeReason } from './read-reason.ts';
import { type RequestContent, readRequest } from './read-request.ts';
import type { OpenRequest } from './request-log.ts';
import { type Reply, replyWithError } from './respond.ts';
import type { RouteMatch, Router } from './router.ts';

/** What the handler of `/api` needs. */
export interface ApiOptions {
  readonly simulation: Simulation;
  readonly router: Router;
  /** Milliseconds that a nonce is remembered. */
  readonly nonceWindow: number;
  readonly observe: ((exchange: Exchange) => void) | undefined;
}

/** A request to a route that exists, read to its end. */
export interface ArrivedRequest {
  readonly headers: Headers;
  readonly url: URL;
  /** Below `/api/vN`. */
  readonly path: string;
  readonly entry: OpenRequest;
  readonly content: RequestContent;
  readonly match: RouteMatch;
}

/** Answers one request to `/api`; undefined means: end the connection without an answer. */
export async function handleRequest(
  options: ApiOptions,
  request: Request,
): Promise<Reply | undefined> {
  const { simulation } = options;
  const url = new URL(request.url);
  const { path, version } = splitVersion(url.pathname);
  const entry = simulation.log.open(request.method, path + url.search, simulation.clock.now());
  const reason = decodeReason(request.headers.get('x-audit-log-reason'));
  if (reason) entry.reason = reason;
  try {
    if (version !== undefined && version !== '10') throw apiError(50041);
    const match = options.router.match(request.method, path);
    entry.route = match.route.path;
    const content = await readRequest(request);
    entry.body = structuredClone(content.body);
    entry.files = content.files.map(({ name, bytes }) => ({ name, bytes }));
    return await answerArrived(options, {
      headers: request.headers,
      url,
      path,
      entry,
      content,
      match,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return close(simulation, entry, replyWithError(error, {}));
  }
}

/** Lets the next fault happen to the request, or just answers it, and tells the observer. */
async function answerArrived(
  { simulation, nonceWindow, observe }: ApiOptions,
  arrived: ArrivedRequest,
): Promise<Reply | undefined> {
  const { url, path, match, content, entry } = arrived;
  const answer = () => answerRequest(simulation, nonceWindow, arrived);
  const fault = simulation.faults.take(match.route.method, path, match.route.path);
  const reply = fault ? await meetFault(fault, answer, simulation.resets) : answer();
  observe?.({
    method: match.route.method,
    route: match.route.path,
    path,
    query: Object.fromEntries(url.searchParams),
    body: content.body,
    status: reply?.status ?? 0,
    response: reply?.body,
    headers: reply?.headers ?? {},
    injected: reply === undefined || reply.injected === true,
  });
  return reply && close(simulation, entry, reply);
}

function close(simulation: Simulation, entry: OpenRequest, reply: Reply): Reply {
  entry.status = reply.status;
  const shared = reply.headers['x-ratelimit-scope'] === 'shared';
  const invalid = reply.status === 401 || reply.status === 403 || reply.status === 429;
  if (invalid && !shared) simulation.limiter.countInvalid();
  return reply;
}

function splitVersion(pathname: string): { path: string; version: string | undefined } {
  const match = /^\/api(?:\/v(\d+))?(?=\/|$)/.exec(pathname);
  const path = pathname.slice(match?.[0].length ?? 0);
  return { path: path === '' ? '/' : path, version: match?.[1] };
}
