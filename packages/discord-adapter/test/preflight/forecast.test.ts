import { defineTool, id } from '@guildline/mcp-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defaultLimit } from '../../src/preflight/default-limits.ts';
import { forecastCalls } from '../../src/preflight/forecast.ts';
import type { RateLimit } from '../../src/rest/known-limits.ts';

const tool = (name: string, route: string | undefined, input = z.strictObject({})) =>
  defineTool({
    name,
    category: 'tests',
    title: name,
    description: name,
    input: () => input as z.ZodType,
    output: () => z.object({}),
    effect: 'read',
    ...(route !== undefined && { routes: [route] }),
    run: async () => ({}),
  });
const tools = new Map(
  [
    tool('send', 'POST /channels/{channel_id}/messages'),
    tool('modify', 'PATCH /channels/{channel_id}', z.strictObject({ thread_id: id('channel') })),
    tool('roles', 'GET /guilds/{guild_id}/roles'),
    tool('myself', 'GET /users/@me'),
    tool('local', undefined),
  ].map((entry) => [entry.name, entry]),
);
const forecast = (
  calls: readonly (readonly [string, Record<string, unknown>])[],
  known: Record<string, RateLimit> = {},
) =>
  forecastCalls(
    { find: (name) => tools.get(name), knownLimit: (route) => known[route] },
    calls.map(([name, args]) => ({ tool: name, args })),
  );
const sends = (count: number, channel_id = '1') =>
  Array.from({ length: count }, () => ['send', { channel_id }] as const);

test('calls to the same place share a bucket, calls to another have their own', () => {
  expect(forecast([...sends(2), ...sends(1, '2'), ['roles', { guild_id: '3' }]]).buckets).toEqual([
    { bucket: 'POST /channels/1/messages', calls: 2 },
    { bucket: 'POST /channels/2/messages', calls: 1 },
    { bucket: 'GET /guilds/3/roles', calls: 1 },
  ]);
});

test('a place that comes from a template is the same wherever the template is', () => {
  const channel_id = '{{ made.id }}';
  expect(forecast([...sends(2, channel_id)]).buckets).toEqual([
    { bucket: 'POST /channels/{{ made.id }}/messages', calls: 2 },
  ]);
});

test('a place is found under another name by what the schema says of it', () => {
  expect(forecast([['modify', { thread_id: '9' }]]).buckets).toEqual([
    { bucket: 'PATCH /channels/9', calls: 1 },
  ]);
});

test('a route without a place, or whose place is missing, is a bucket by itself', () => {
  expect(
    forecast([
      ['myself', {}],
      ['send', {}],
    ]).buckets,
  ).toEqual([
    { bucket: 'GET /users/@me', calls: 1 },
    { bucket: 'POST /channels/{channel_id}/messages', calls: 1 },
  ]);
});

test('calls that reach no route cost nothing', () => {
  expect(
    forecast([
      ['local', {}],
      ['unheard_of', {}],
    ]),
  ).toEqual({ buckets: [], estimated_ms: 0 });
});

test('a bucket that is used up makes the rest wait for its windows', () => {
  const route = 'POST /channels/{channel_id}/messages';
  const known = { [route]: { limit: 5, windowMs: 5_000 } };
  expect(forecast(sends(5), known).estimated_ms).toBe(750);
  expect(forecast(sends(6), known).estimated_ms).toBe(5_150);
  expect(forecast(sends(11), known).estimated_ms).toBe(10_150);
});

test('what answers have taught counts more than a guess', () => {
  const route = 'POST /channels/{channel_id}/messages';
  expect(forecast(sends(10), { [route]: { limit: 100, windowMs: 1_000 } }).estimated_ms).toBe(
    1_500,
  );
});

test.each([
  ['POST /channels/{channel_id}/messages', { limit: 5, windowMs: 5_000 }],
  [
    'PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me',
    { limit: 1, windowMs: 300 },
  ],
  ['PATCH /channels/{channel_id}', { limit: 2, windowMs: 600_000 }],
  ['GET /guilds/{guild_id}/roles', { limit: 10, windowMs: 5_000 }],
])('the guess for %s is cautious', (route, limit) => {
  expect(defaultLimit(route)).toEqual(limit);
});
