import { defaultWorld, type World } from '@guildline/discord-simulator';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toPermissionBits } from '../../src/index.ts';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf } from '../rest/hostile-client.ts';

const guild_id = '111122223333444455';
const channel_id = '222233334444555566';
const host = '777788889999000011';
const admin = '100000000000000002';
const owner = '100000000000000001';
const roles = {
  host: '555566667777888899',
  bot: '555566667777888002',
  admin: '555566667777888003',
};
const everything = toPermissionBits([
  ...['VIEW_CHANNEL', 'SEND_MESSAGES', 'READ_MESSAGE_HISTORY', 'MANAGE_ROLES', 'MANAGE_EVENTS'],
  ...['KICK_MEMBERS', 'BAN_MEMBERS', 'MODERATE_MEMBERS', 'MANAGE_NICKNAMES', 'MANAGE_CHANNELS'],
]);

let adapter: Adapter;
beforeAll(async () => {
  // The adapter's own clock runs away from what it saw, so that no test sees the last one's world.
  let now = Date.now();
  adapter = await startAdapter({
    client: { clock: { now: () => (now += 60_000) }, limits: { invalidRequests: 100_000 } },
  });
});
beforeEach(() => adapter.simulator.control.reset());
afterAll(() => adapter.close());

interface Change {
  readonly permissions?: bigint;
  readonly timedOutUntil?: string;
}

/** The default world with a bot that may do `permissions` and nothing that @everyone could. */
function load({ permissions = everything, timedOutUntil }: Change): void {
  const world: World = defaultWorld();
  const guild = world.guilds?.find(({ id }) => id === guild_id);
  for (const role of guild?.roles ?? []) {
    if (role.id === roles.bot) role.permissions = String(permissions);
    if (role.id === guild_id) role.permissions = '0';
  }
  for (const member of guild?.members ?? []) {
    if (member.user_id === '123456789012345678' && timedOutUntil) {
      member.communication_disabled_until = timedOutUntil;
    }
  }
  adapter.simulator.control.load(world);
}

const event = {
  guild_id,
  name: 'Office hours',
  scheduled_start_time: '2099-01-01T17:00:00Z',
  scheduled_end_time: '2099-01-01T18:00:00Z',
  entity_type: 3,
  privacy_level: 2,
  entity_metadata: { location: 'Here' },
};

test('the missing permission is named, in the words of the documentation', async () => {
  load({ permissions: toPermissionBits(['VIEW_CHANNEL']) });
  const error = await errorOf(adapter.call('events_create', event));
  expect(error.toJSON()).toEqual({
    code: 'DISCORD_PERMISSION_DENIED',
    message: 'Missing MANAGE_EVENTS',
    retriable: false,
    outcome: 'not_applied',
    details: { discord_code: 50013, http_status: 403, missing: ['MANAGE_EVENTS'] },
  });
});

test('a permission that a channel takes away is named', async () => {
  load({});
  const world = adapter.simulator.control.world();
  const guild = world.guilds.find(({ id }) => id === guild_id);
  const channel = guild?.channels.find(({ id }) => id === channel_id);
  const deny = String(toPermissionBits(['SEND_MESSAGES']));
  channel?.permission_overwrites?.push({ id: roles.bot, type: 0, allow: '0', deny });
  adapter.simulator.control.load(world);
  const error = await errorOf(adapter.call('messages_send', { channel_id, content: 'x' }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_PERMISSION_DENIED',
    message: 'Missing SEND_MESSAGES',
  });
});

test('a role that is not below the bot is told with both names', async () => {
  load({});
  const args = { guild_id, user_id: host, role_id: roles.admin };
  const error = await errorOf(adapter.call('members_add_role', args));
  expect(error.toJSON()).toMatchObject({ code: 'DISCORD_HIERARCHY', outcome: 'not_applied' });
  expect(error.message).toContain(`"admin" (${roles.admin})`);
  expect(error.message).toContain(`"Guildline" (${roles.bot})`);
});

test('a member who is not below the bot is told with both roles', async () => {
  load({});
  const error = await errorOf(adapter.call('members_kick', { guild_id, user_id: admin }));
  expect(error.code).toBe('DISCORD_HIERARCHY');
  expect(error.message).toContain(admin);
  expect(error.message).toContain(`"admin" (${roles.admin})`);
  expect(error.message).toContain(`"Guildline" (${roles.bot})`);
});

test('nobody is above the owner', async () => {
  load({});
  const error = await errorOf(adapter.call('members_kick', { guild_id, user_id: owner }));
  expect(error.code).toBe('DISCORD_HIERARCHY');
  expect(error.message).toContain(`${owner} owns the guild`);
});

test('a missing permission comes before the hierarchy', async () => {
  load({ permissions: toPermissionBits(['VIEW_CHANNEL']) });
  const error = await errorOf(adapter.call('members_kick', { guild_id, user_id: admin }));
  expect(error.message).toBe('Missing KICK_MEMBERS');
});

test('a permission that the bot cannot hand out is named', async () => {
  load({});
  const args = { guild_id, name: 'helper', permissions: ['MANAGE_GUILD', 'KICK_MEMBERS'] };
  const error = await errorOf(adapter.call('roles_create', args));
  expect(error.code).toBe('DISCORD_PERMISSION_DENIED');
  expect(error.message).toMatch(/^Missing MANAGE_GUILD: /);
});

test('a bot that is timed out is told until when', async () => {
  const timedOutUntil = new Date(Date.now() + 20 * 86_400_000).toISOString();
  load({ timedOutUntil });
  const error = await errorOf(adapter.call('messages_send', { channel_id, content: 'x' }));
  expect(error.code).toBe('DISCORD_PERMISSION_DENIED');
  expect(error.message).toContain('timed out');
});

test('the diagnosis asks with reads only, and few of them', async () => {
  load({ permissions: toPermissionBits(['VIEW_CHANNEL']) });
  adapter.simulator.control.clearRequests();
  await errorOf(adapter.call('events_create', event));
  const [first, ...rest] = adapter.simulator.control.requests();
  expect(first?.method).toBe('POST');
  expect(new Set(rest.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(rest.length).toBeLessThanOrEqual(4);
});

test('a diagnosis that fails leaves the refusal, with what the tool needs', async () => {
  load({ permissions: toPermissionBits(['VIEW_CHANNEL']) });
  adapter.simulator.control.inject({ method: 'GET', path: '*', times: 50, status: 500 });
  const error = await errorOf(adapter.call('events_create', event));
  adapter.simulator.control.clearFaults();
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_PERMISSION_DENIED',
    outcome: 'not_applied',
    details: { discord_code: 50013 },
    message: expect.stringContaining('events_create needs MANAGE_EVENTS or CREATE_EVENTS'),
  });
});

test('a diagnosis ends with its time', async () => {
  const slow = await startAdapter({ client: { limits: { diagnosisMs: 50 } } });
  const world = defaultWorld();
  const guild = world.guilds?.find(({ id }) => id === guild_id);
  for (const role of guild?.roles ?? []) if (role.id === roles.bot) role.permissions = '0';
  slow.simulator.control.load(world);
  slow.simulator.control.inject({ method: 'GET', path: '*', times: 50, delay_ms: 60_000 });
  const error = await errorOf(slow.call('events_create', event));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_PERMISSION_DENIED',
    details: { discord_code: 50013 },
  });
  await slow.close();
});
