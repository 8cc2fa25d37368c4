import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultWorld } from '../../src/index.ts';
import {
  BOT,
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
  type Json,
  NOON,
  OWNER,
  startHarness,
  withoutPermissions,
} from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
});
afterAll(() => harness.close());

describe('users', () => {
  test('the bot sees itself, its guilds and others', async () => {
    expect(await harness.succeed('GET /users/@me')).toMatchObject({ id: BOT, bot: true });
    expect(await harness.succeed(`GET /users/${HOST}`)).toMatchObject({
      username: 'host',
      global_name: 'Office Host',
    });
    expect(await harness.refuse('GET /users/1')).toEqual([404, 10013]);
    const guilds = await harness.succeed('GET /users/@me/guilds?with_counts=true');
    expect(guilds).toMatchObject([
      { id: GUILD, owner: false, approximate_member_count: 305 },
      { id: '123456789012345678' },
      { id: '123456789012345679' },
    ]);
    expect(BigInt(guilds[0].permissions) & P.Administrator).toBe(0n);
    const after = await harness.succeed('GET /users/@me/guilds?after=123456789012345678&limit=1');
    expect(after).toMatchObject([{ id: '123456789012345679' }]);
    const before = await harness.succeed('GET /users/@me/guilds?before=123456789012345679&limit=1');
    expect(before).toMatchObject([{ id: '123456789012345678' }]);
  });

  test('the application is the bot’s', async () => {
    expect(await harness.succeed('GET /applications/@me')).toMatchObject({
      id: BOT,
      bot: { id: BOT },
      owner: { id: OWNER },
      approximate_guild_count: 3,
    });
  });
});

describe('guilds', () => {
  test('a guild is shown with roles and emojis, with counts on request', async () => {
    const guild = await harness.succeed(`GET /guilds/${GUILD}`);
    expect(guild).toMatchObject({ id: GUILD, name: 'Office Hours', owner_id: OWNER });
    expect(guild.roles).toHaveLength(5);
    expect(guild).not.toHaveProperty('approximate_member_count');
    const counted = await harness.succeed(`GET /guilds/${GUILD}?with_counts=true`);
    expect(counted.approximate_member_count).toBe(305);
  });

  test('a guild without the bot is out of reach, one that is not there unknown', async () => {
    const world = defaultWorld();
    world.guilds?.push({ id: '999988887777666655', channels: [{ id: '999988887777666644' }] });
    harness.simulator.control.load(world);
    expect(await harness.refuse('GET /guilds/999988887777666655')).toEqual([404, 10004]);
    expect(await harness.refuse('GET /guilds/999988887777666655/roles')).toEqual([403, 50001]);
    expect(await harness.refuse('GET /channels/999988887777666644')).toEqual([403, 50001]);
    expect(await harness.refuse('GET /guilds/1')).toEqual([404, 10004]);
    expect(await harness.refuse('GET /guilds/1/roles')).toEqual([404, 10004]);
  });

  test('emojis and stickers are listed', async () => {
    const emojis = await harness.succeed(`GET /guilds/${GUILD}/emojis`);
    expect(emojis).toMatchObject([
      { name: 'guildline', user: { id: OWNER } },
      { name: 'party', animated: true },
    ]);
    const one = `GET /guilds/${GUILD}/emojis`;
    expect((await harness.succeed(`${one}/${emojis[0].id}`)).name).toBe('guildline');
    expect(await harness.refuse(`${one}/1`)).toEqual([404, 10014]);
    expect(await harness.succeed(`GET /guilds/${GUILD}/stickers`)).toEqual([]);
  });

  test('stickers of the world are shown and can be sent', async () => {
    const world = defaultWorld();
    const [guild] = world.guilds ?? [];
    if (guild) guild.stickers = [{ id: '444455556666000001', name: 'wave' }];
    harness.simulator.control.load(world);
    expect(await harness.succeed(`GET /guilds/${GUILD}/stickers`)).toMatchObject([
      { name: 'wave', type: 2 },
    ]);
    const sent = await harness.succeed(`POST /channels/${CHANNEL.general}/messages`, {
      sticker_ids: ['444455556666000001'],
    });
    expect(sent.sticker_items).toMatchObject([{ name: 'wave' }]);
  });

  test('auto-moderation rules need MANAGE_GUILD', async () => {
    const world = defaultWorld();
    const [guild] = world.guilds ?? [];
    if (guild) guild.auto_moderation_rules = [{ id: '444455556666000002', name: 'Words' }];
    harness.simulator.control.load(world);
    const path = `GET /guilds/${GUILD}/auto-moderation/rules`;
    expect(await harness.succeed(path)).toMatchObject([{ name: 'Words', creator_id: OWNER }]);
    withoutPermissions(harness.simulator, P.ManageGuild);
    expect(await harness.refuse(path)).toEqual([403, 50013]);
  });

  test('the gateway has an address, for clients that ask', async () => {
    expect((await harness.succeed('GET /gateway')).url).toMatch(/^wss:/);
    expect((await harness.succeed('GET /gateway/bot')).shards).toBe(1);
  });
});

describe('the audit log', () => {
  const LOG = `GET /guilds/${GUILD}/audit-logs`;

  async function write(): Promise<Json[]> {
    await harness.succeed(`POST /guilds/${GUILD}/roles`, { name: 'a' });
    await harness.succeed(`PATCH /guilds/${GUILD}/members/${HOST}`, { nick: 'b' });
    await harness.succeed(`POST /guilds/${GUILD}/channels`, { name: 'c' });
    return (await harness.succeed(LOG)).audit_log_entries;
  }

  test('entries come newest first, with after oldest first', async () => {
    const [third, second, first] = await write();
    const ids = async (query: string) =>
      (await harness.succeed(`${LOG}?${query}`)).audit_log_entries.map(({ id }: Json) => id);
    expect(await ids('limit=2')).toEqual([third.id, second.id]);
    expect(await ids(`before=${third.id}`)).toEqual([second.id, first.id]);
    expect(await ids(`after=${first.id}`)).toEqual([second.id, third.id]);
  });

  test('entries are found by actor, target and action', async () => {
    await write();
    const actions = async (query: string) =>
      (await harness.succeed(`${LOG}?${query}`)).audit_log_entries.map(
        ({ action_type }: Json) => action_type,
      );
    expect(await actions('action_type=24')).toEqual([24]);
    expect(await actions(`target_id=${HOST}`)).toEqual([24]);
    expect(await actions(`user_id=${BOT}`)).toEqual([10, 24, 30]);
    expect(await actions(`user_id=${OWNER}`)).toEqual([]);
  });

  test('users who are named come along', async () => {
    await write();
    const { users } = await harness.succeed(LOG);
    expect(users.map(({ id }: Json) => id).sort()).toEqual([BOT, HOST].sort());
  });

  test('a reason of 513 characters is refused, one that is not encoded is taken', async () => {
    const path = `PATCH /guilds/${GUILD}/members/${HOST}`;
    expect(await harness.refuse(path, { nick: 'x' }, { reason: 'x'.repeat(513) })).toEqual([
      400, 50035,
    ]);
    const headers = { 'x-audit-log-reason': '100% sure' };
    await harness.succeed(path, { nick: 'x' }, { headers });
    expect(await harness.refuse(`${LOG}?limit=101`)).toEqual([400, 50035]);
    expect((await harness.succeed(LOG)).audit_log_entries[0].reason).toBe('100% sure');
    expect(harness.simulator.control.requests()[1]?.reason).toBe('100% sure');
  });

  test('VIEW_AUDIT_LOG is needed', async () => {
    withoutPermissions(harness.simulator, P.ViewAuditLog);
    expect(await harness.refuse(LOG)).toEqual([403, 50013]);
  });
});
