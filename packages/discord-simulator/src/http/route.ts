import type { Authority } from '../permissions/authority.ts';
import type { UserRecord } from '../world/guild-records.ts';
import type { Ids } from '../world/ids.ts';
import type { State } from '../world/state.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file of a multipart request. */
export interface UploadedFile {
  /** `files[n]`. */
  readonly field: string;
  readonly name: string;
  readonly bytes: number;
  readonly contentType: string;
}

/** What a route is given. Routes run synchronously, so each is one atomic change. */
export interface RequestContext {
  readonly state: State;
  readonly ids: Ids;
  readonly now: number;
  /** The bot whose token came with the request; routes without a token see nobody. */
  readonly actor: UserRecord;
  readonly authority: Authority;
  readonly method: Method;
  /** A parameter of the path, decoded. */
  readonly param: (name: string) => string;
  readonly query: Readonly<Record<string, string>>;
  /** An empty object when the request has none. */
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
  /** From `X-Audit-Log-Reason`, decoded. */
  readonly reason: string | undefined;
  readonly nonceWindow: number;
}

/** What a route answers; no body with status 204. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export interface Route {
  readonly method: Method;
  /** A template with the parameter names of Discord's API description. */
  readonly path: string;
  /** Whether a bot's token is needed. `none` routes carry their own token or none. */
  readonly auth: 'bot' | 'none';
  readonly handle: (context: RequestContext) => Answer;
}

/** Declares a route, written as `'GET /channels/{channel_id}'`. */
export function route(
  name: `${Method} /${string}`,
  handle: (context: RequestContext) => Answer,
  auth: Route['auth'] = 'bot',
): Route {
  const [method, path] = name.split(' ') as [Method, string];
  return { method, path, auth, handle };
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function created(body: unknown): Answer {
  return { status: 201, body };
}

export function noContent(): Answer {
  return { status: 204 };
}
