import type { Forecast, PlannedCall, ToolDefinition } from '@guildline/mcp-core';
import type { RateLimit } from '../rest/known-limits.ts';
import { parseTarget } from '../rest/route.ts';
import { markedArgument } from './call-place.ts';
import { defaultLimit } from './default-limits.ts';

/** What one call takes when nothing holds it up; milliseconds. */
const callMs = 150;
/** Discord's limit over all routes together. */
const globalPerSecond = 50;

/** What a forecast knows. */
export interface ForecastSource {
  readonly find: (tool: string) => ToolDefinition | undefined;
  /** A limit that answers have taught; by declared route. */
  readonly knownLimit: (route: string) => RateLimit | undefined;
}

/**
 * Counts calls by rate-limit bucket and estimates how long they take one after another: the calls
 * themselves, or the waits of the slowest bucket if they are longer. Calls that reach no platform
 * route, and unknown tools, count for nothing.
 */
export function forecastCalls(source: ForecastSource, calls: readonly PlannedCall[]): Forecast {
  const counts = new Map<string, { calls: number; limit: RateLimit }>();
  for (const call of calls) {
    const tool = source.find(call.tool);
    const route = tool?.routes?.[0];
    if (!tool || route === undefined) continue;
    const bucket = bucketOf(tool, route, call.args);
    const entry = counts.get(bucket) ?? {
      calls: 0,
      limit: source.knownLimit(route) ?? defaultLimit(route),
    };
    entry.calls += 1;
    counts.set(bucket, entry);
  }
  const entries = [...counts.values()];
  const total = entries.reduce((sum, entry) => sum + entry.calls, 0);
  const waits = entries.map((entry) => waitsOf(entry.calls, entry.limit));
  waits.push(waitsOf(total, { limit: globalPerSecond, windowMs: 1000 }));
  return {
    buckets: [...counts].map(([bucket, entry]) => ({ bucket, calls: entry.calls })),
    estimated_ms:
      total === 0 ? 0 : Math.round(Math.max(total * callMs, Math.max(...waits) + callMs)),
  };
}

/** Time spent waiting for windows to end; the first window is free. */
function waitsOf(calls: number, { limit, windowMs }: RateLimit): number {
  return Math.max(0, Math.ceil(calls / limit) - 1) * windowMs;
}

const majorPlaces = /^\/(guilds|channels|webhooks)\/\{([^}]+)\}/;

/** The route with its major parameter filled in; the others do not part buckets. */
function bucketOf(
  tool: ToolDefinition,
  route: string,
  args: Readonly<Record<string, unknown>>,
): string {
  const target = parseTarget(route);
  const [whole, place, parameter] = majorPlaces.exec(target.route) ?? [];
  if (whole === undefined || place === undefined || parameter === undefined) return route;
  const kind = place.slice(0, -1);
  const value = args[parameter] ?? markedArgument(tool, args, kind);
  if (typeof value !== 'string') return route;
  return `${target.method} /${place}/${value}${target.route.slice(whole.length)}`;
}
