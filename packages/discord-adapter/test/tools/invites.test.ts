import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { guildOf, worldWithBotPermissions } from './bot-permissions.ts';
import { errorOf, ids } from './default-world.ts';

const channel_id = ids.general;
let adapter: Adapter;

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.simulator.control.setClock('2030-01-01T16:30:00.000Z');
});
afterAll(() => adapter.close());

const invites = () => adapter.simulator.control.world().invites;
const create = (more: object = {}) =>
  adapter.call<{ code: string }>('invites_create', { channel_id, ...more });

describe('invites_create', () => {
  test('creates an invite and returns its link', async () => {
    const invite = await create({ max_age: 3600, max_uses: 5, audit_reason: 'Event' });
    expect(invite).toEqual({
      code: invite.code,
      url: `https://discord.gg/${invite.code}`,
      guild_id: ids.guild,
      channel_id,
      inviter_id: ids.bot,
      inviter_username: 'guildline',
      uses: 0,
      max_uses: 5,
      temporary: false,
      created_at: '2030-01-01T16:30:00.000Z',
      expires_at: '2030-01-01T17:30:00.000Z',
    });
    expect(invites()).toMatchObject([{ code: invite.code, max_age: 3600, max_uses: 5 }]);
    const log = guildOf(adapter.simulator.control.world()).audit_log;
    expect(log).toMatchObject([{ action_type: 40, reason: 'Event' }]);
  });

  test('an invite with max_age 0 does not expire', async () => {
    expect(await create({ max_age: 0 })).toMatchObject({ expires_at: null });
  });

  test('with unique, two calls make two invites', async () => {
    const one = await create({ unique: true });
    const other = await create({ unique: true });
    expect(one.code).not.toBe(other.code);
  });
});

describe('a lost answer of invites_create', () => {
  const since = Date.parse('2030-01-01T16:30:00.000Z');
  const lookup = (more: object = {}, now = since + 60_000) => {
    const context = { ...adapter.context(), clock: { now: () => now } };
    return adapter.tools.get('invites_create')?.lookup?.({ channel_id, ...more }, since, context);
  };

  test('is found again by its settings', async () => {
    adapter.simulator.control.inject({ method: 'POST', drop: 'after' });
    expect(await errorOf(create({ max_uses: 5 }))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(await lookup({ max_uses: 5 })).toMatchObject({
      outcome: 'applied',
      result: { code: invites()[0]?.code },
    });
    expect(await lookup()).toEqual({ outcome: 'absent' });
  });

  test('is unsure if the invite can be used up or can have expired', async () => {
    expect(await lookup({ max_uses: 1 })).toEqual({ outcome: 'unsure' });
    expect(await lookup({ max_age: 30 })).toEqual({ outcome: 'unsure' });
    expect(await lookup({ max_age: 0 }, since + 1e12)).toEqual({ outcome: 'absent' });
  });

  test('is unsure if two invites fit', async () => {
    await create({ unique: true });
    await create({ unique: true });
    expect(await lookup({ unique: true })).toEqual({ outcome: 'unsure' });
  });

  test('is unsure without the permission to list', async () => {
    const poor = await startAdapter({
      simulator: { world: worldWithBotPermissions('VIEW_CHANNEL', 'CREATE_INSTANT_INVITE') },
    });
    await poor.call('invites_create', { channel_id });
    const tool = poor.tools.get('invites_create');
    expect(await tool?.lookup?.({ channel_id }, Date.now(), poor.context())).toEqual({
      outcome: 'unsure',
    });
    await poor.close();
  });
});

describe('invites_list', () => {
  test('lists those of a channel or of the guild', async () => {
    const { code } = await create();
    const { code: other } = await create({ channel_id: ids.announcements });
    expect(await adapter.call('invites_list', { channel_id })).toMatchObject({
      invites: [{ code, uses: 0, inviter_id: ids.bot }],
    });
    const all = await adapter.call<{ invites: { code: string }[] }>('invites_list', {
      guild_id: ids.guild,
    });
    expect(all.invites.map((invite) => invite.code).sort()).toEqual([code, other].sort());
  });
});

describe('arguments', () => {
  test.each([
    ['invites_create', { channel_id, max_age: -1 }, 'max_age'],
    ['invites_create', { channel_id, max_age: 5_184_001 }, 'max_age'],
    ['invites_create', { channel_id, max_uses: 101 }, 'max_uses'],
    ['invites_create', { channel_id, unique: 'yes' }, 'unique'],
    ['invites_create', {}, 'channel_id'],
    ['invites_list', {}, 'one of the two'],
    ['invites_list', { channel_id, guild_id: ids.guild }, 'one of the two'],
  ])('%s refuses %j before the request', async (tool, args, part) => {
    adapter.simulator.control.clearRequests();
    const error = await errorOf(adapter.call(tool, args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(part);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });
});

describe('a bot without permissions', () => {
  let poor: Adapter;
  beforeAll(async () => {
    poor = await startAdapter({ simulator: { world: worldWithBotPermissions('VIEW_CHANNEL') } });
  });
  afterAll(() => poor.close());

  test.each([
    ['invites_create', { channel_id }, 'CREATE_INSTANT_INVITE'],
    ['invites_list', { channel_id }, 'MANAGE_CHANNELS'],
    ['invites_list', { guild_id: ids.guild }, 'MANAGE_GUILD'],
  ])('is told so by %s for %j', async (tool, args, permission) => {
    expect(await errorOf(poor.call(tool, args))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: `Missing ${permission}`,
    });
    expect(poor.simulator.control.world().invites).toEqual([]);
  });
});
