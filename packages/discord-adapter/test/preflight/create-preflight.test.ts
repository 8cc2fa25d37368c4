import { defaultWorld } from '@guildline/discord-simulator';
import type { Preflight } from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDiscordClient, createPreflight, toPermissionBits } from '../../src/index.ts';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf } from '../rest/hostile-client.ts';

const guild_id = '111122223333444455';
const channel_id = '222233334444555566';
const hidden = '222233334444555008';

let adapter: Adapter;
let preflight: Preflight;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  preflight = createPreflight(adapter.client, adapter.tools.values());
});
afterAll(() => adapter.close());

const missing = (tool: string, args: Record<string, unknown>) =>
  preflight.missingPermissions({ tool, args }, adapter.context());

function loadBot(...permissions: string[]): void {
  const world = defaultWorld();
  const guild = world.guilds?.find(({ id }) => id === guild_id);
  for (const role of guild?.roles ?? []) {
    if (role.id === guild_id) role.permissions = '0';
    if (role.id === '555566667777888002') role.permissions = String(toPermissionBits(permissions));
  }
  adapter.simulator.control.load(world);
}

test('a call that would succeed lacks nothing', async () => {
  expect(await missing('messages_send', { channel_id, content: 'x' })).toEqual([]);
  expect(await missing('events_create', { guild_id })).toEqual([]);
});

test('what a call would lack is named, in a guild and in a channel', async () => {
  loadBot('VIEW_CHANNEL');
  expect(await missing('events_create', { guild_id })).toEqual(['MANAGE_EVENTS']);
  expect(await missing('members_add_role', { guild_id, user_id: '1', role_id: '2' })).toEqual([
    'MANAGE_ROLES',
  ]);
  expect(await missing('messages_send', { channel_id, content: 'x' })).toEqual(['SEND_MESSAGES']);
});

test('a channel that the bot cannot see lacks VIEW_CHANNEL', async () => {
  expect(await missing('messages_read', { channel_id: hidden })).toEqual(['VIEW_CHANNEL']);
});

test.each([
  ['an id from a template', 'messages_send', { channel_id: '{{ made.id }}', content: 'x' }],
  ['a guild from a template', 'events_create', { guild_id: '{{ guild }}' }],
  ['a channel that does not exist', 'messages_send', { channel_id: '999999999999999999' }],
  ['a guild that does not exist', 'roles_create', { guild_id: '999999999999999999' }],
  ['an id that is none', 'messages_send', { channel_id: '../../users/@me', content: 'x' }],
  ['a place that is missing', 'roles_create', {}],
  ['a tool that does not exist', 'unheard_of', { guild_id }],
])('with %s nothing can be known', async (_what, tool, args) => {
  expect(await missing(tool, args)).toBeUndefined();
});

test('a tool that needs no place and no permission lacks nothing', async () => {
  expect(await missing('users_get_current', {})).toEqual([]);
});

test('many calls to one guild are answered with a handful of reads', async () => {
  adapter.simulator.control.clearRequests();
  for (let call = 0; call < 20; call += 1) await missing('roles_create', { guild_id });
  const requests = adapter.simulator.control.requests();
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(requests.length).toBeLessThanOrEqual(2);
});

test('while Discord cannot be asked nothing can be known', async () => {
  adapter.simulator.control.inject({ method: 'GET', path: '*', times: 10, status: 503 });
  expect(await missing('roles_create', { guild_id })).toBeUndefined();
  adapter.simulator.control.clearFaults();
});

test('without a token the check goes on, and nothing can be known', async () => {
  const client = createDiscordClient();
  const offline = createPreflight(client, adapter.tools.values());
  const call = { tool: 'roles_create', args: { guild_id } };
  expect(await offline.missingPermissions(call, adapter.context())).toBeUndefined();
  expect(offline.forecast([call]).buckets).toHaveLength(1);
});

test('a question that is cancelled is given up', async () => {
  const context = adapter.context({ signal: AbortSignal.abort() });
  const question = preflight.missingPermissions(
    { tool: 'roles_create', args: { guild_id } },
    context,
  );
  expect((await errorOf(question)).code).toBe('CANCELLED');
});

test('a forecast uses the limits that answers have taught', async () => {
  adapter.simulator.control.setLimits({});
  const calls = Array.from({ length: 6 }, () => ({
    tool: 'roles_list',
    args: { guild_id },
  }));
  const guess = preflight.forecast(calls);
  await adapter.call('roles_list', { guild_id });
  const limit = adapter.client.knownLimit('GET /guilds/{guild_id}/roles');
  adapter.simulator.control.setLimits('off');
  expect(guess.buckets).toEqual([{ bucket: `GET /guilds/${guild_id}/roles`, calls: 6 }]);
  expect(limit?.limit).toBeGreaterThan(0);
  expect(limit?.windowMs).toBeGreaterThan(0);
});
