import { randomUUID } from 'node:crypto';
import type { Clock } from '@guildline/pipeline-core';
import { LRUCache } from 'lru-cache';

/** A stored result as `resources/read` gives it. */
export interface StoredResult {
  readonly uri: string;
  /** The whole result as JSON, with text from outside fenced. */
  readonly json: string;
  readonly tool: string;
}

/** A stored result as a list or a link names it. */
export interface ResultResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: 'application/json';
}

/** Names a stored result for a list or a link. */
export function toResource({ uri, tool }: Pick<StoredResult, 'uri' | 'tool'>): ResultResource {
  return { uri, name: `The whole result of ${tool}`, mimeType: 'application/json' };
}

/** Keeps results that are too large for an answer. */
export interface ResultStore {
  /** Stores JSON text for one caller and returns its URI. */
  put(caller: string, tool: string, json: string): string;
  /** What is stored under a URI, if it is this caller's and has not expired. */
  get(caller: string, uri: string): StoredResult | undefined;
  /** What this caller has stored, newest first. */
  list(caller: string): readonly StoredResult[];
}

/** Limits of a {@link createMemoryResultStore}. */
export interface ResultStoreLimits {
  readonly clock: Clock;
  /** Characters of JSON in all. Defaults to 64 Mi. */
  readonly maximumSize?: number;
  /** Milliseconds that a result is kept. Defaults to an hour. */
  readonly lifetime?: number;
}

/** A result store in memory; the least recently used results go first. */
export function createMemoryResultStore(limits: ResultStoreLimits): ResultStore {
  const stored = new LRUCache<string, StoredResult & { readonly caller: string }>({
    maxSize: limits.maximumSize ?? 64 * 1024 * 1024,
    sizeCalculation: ({ json }) => json.length || 1,
    ttl: limits.lifetime ?? 60 * 60 * 1000,
    ttlResolution: 0,
    perf: limits.clock,
  });
  return {
    put: (caller, tool, json) => {
      const uri = `result://${randomUUID()}`;
      stored.set(uri, { uri, json, tool, caller });
      return uri;
    },
    get: (caller, uri) => {
      const found = stored.get(uri);
      return found?.caller === caller ? found : undefined;
    },
    list: (caller) => [...stored.values()].filter((result) => result.caller === caller),
  };
}
