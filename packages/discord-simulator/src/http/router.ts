import { snowflake } from '../validate/scalars.ts';
import { refuseProblems } from '../validate/spot.ts';
import { plainError } from './api-error.ts';
import type { Route } from './route.ts';

export interface RouteMatch {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

interface Entry {
  readonly route: Route;
  readonly segments: readonly string[];
}

/** Finds the route of a request. A literal segment wins over a parameter. */
export class Router {
  readonly #entries: readonly Entry[];

  constructor(routes: readonly Route[]) {
    this.#entries = routes
      .map((route) => ({ route, segments: route.path.split('/').slice(1) }))
      .sort((left, right) => compareSegments(left.segments, right.segments));
  }

  /**
   * Throws `404: Not Found` for an unknown path, `405: Method Not Allowed` for a known one, and
   * `50035` where an id is no id.
   */
  match(method: string, path: string): RouteMatch {
    const given = path.split('/').slice(1).map(decode);
    const found = this.#entries.flatMap(({ route, segments }) => {
      const params = matchSegments(segments, given);
      return params ? [{ route, params, badId: findBadId(params) }] : [];
    });
    const exact = found.filter(({ badId }) => badId === undefined);
    const match = (exact.length > 0 ? exact : found).find(({ route }) => route.method === method);
    if (!match) {
      throw found.length > 0 ? plainError(405, 'Method Not Allowed') : plainError(404, 'Not Found');
    }
    const { badId, params } = match;
    if (badId !== undefined) refuseProblems((spot) => snowflake()(params[badId], spot.at(badId)));
    return match;
  }
}

function matchSegments(
  segments: readonly string[],
  given: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index];
    if (!value) return undefined;
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}

function findBadId(params: Record<string, string>): string | undefined {
  return Object.keys(params).find(
    (name) => name.endsWith('_id') && !/^\d{1,20}$/.test(params[name] ?? ''),
  );
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function compareSegments(left: readonly string[], right: readonly string[]): number {
  for (const [index, segment] of left.entries()) {
    const other = right[index] ?? '';
    const difference = Number(segment.startsWith('{')) - Number(other.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return 0;
}
