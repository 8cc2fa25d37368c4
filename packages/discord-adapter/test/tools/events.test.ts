import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { guildOf, worldWithBotPermissions } from './bot-permissions.ts';
import { errorOf, ids } from './default-world.ts';

const guild_id = ids.guild;
let adapter: Adapter;

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.simulator.control.setClock('2030-01-01T16:30:00.000Z');
});
afterAll(() => adapter.close());

const events = () => guildOf(adapter.simulator.control.world()).events ?? [];

const outside = {
  guild_id,
  name: 'Office hours - January 1',
  scheduled_start_time: '2030-01-01T17:00:00Z',
  scheduled_end_time: '2030-01-01T18:00:00Z',
  entity_type: 3,
  privacy_level: 2,
  entity_metadata: { location: 'https://discord.com/channels/1/2/3' },
  description: 'Linked to announcement 888899990000111122',
};
const inLounge = {
  guild_id,
  name: 'Game night',
  scheduled_start_time: '2030-01-02T20:00:00+01:00',
  entity_type: 2,
  channel_id: ids.voice,
};

const create = (args: object = outside) => adapter.call<{ id: string }>('events_create', args);

describe('events_create', () => {
  test('returns the keys of the documentation in their order, with times in UTC', async () => {
    adapter.simulator.control.setNextIds(['333344445555666677']);
    const event = await create();
    expect(JSON.stringify(event)).toBe(
      JSON.stringify({
        id: '333344445555666677',
        guild_id,
        name: 'Office hours - January 1',
        description: 'Linked to announcement 888899990000111122',
        scheduled_start_time: '2030-01-01T17:00:00.000Z',
        scheduled_end_time: '2030-01-01T18:00:00.000Z',
        status: 1,
        entity_type: 3,
        channel_id: null,
      }),
    );
  });

  test('creates it in a voice channel, with a reason in the audit log', async () => {
    const event = await create({ ...inLounge, audit_reason: 'Fun' });
    expect(event).toMatchObject({
      description: null,
      scheduled_start_time: '2030-01-02T19:00:00.000Z',
      scheduled_end_time: null,
      channel_id: ids.voice,
    });
    expect(events()).toMatchObject([{ id: event.id, creator_id: ids.bot }]);
    const [entry] = guildOf(adapter.simulator.control.world()).audit_log ?? [];
    expect(entry).toMatchObject({ target_id: event.id, reason: 'Fun' });
  });

  test('passes a recurrence rule on as it is', async () => {
    const recurrence_rule = {
      start: '2030-01-02T19:00:00Z',
      frequency: 2,
      interval: 2,
      by_weekday: [2],
    };
    const { id } = await create({ ...inLounge, recurrence_rule });
    const sent = adapter.simulator.control.requests().find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ recurrence_rule });
    expect(await adapter.call('events_get', { guild_id, event_id: id })).toMatchObject({
      recurring: true,
    });
  });

  test("what only Discord knows comes back as Discord's field error", async () => {
    const error = await errorOf(create({ ...inLounge, channel_id: ids.stage }));
    expect(error.code).toBe('DISCORD_INVALID_REQUEST');
    expect(error.message).toContain('channel_id: ');
  });
});

describe('a lost answer of events_create', () => {
  const lookup = (since: number, args: object = outside) =>
    adapter.tools.get('events_create')?.lookup?.(args, since, adapter.context());
  const since = Date.parse('2030-01-01T16:30:00.000Z');

  test('is found again by what was asked for', async () => {
    adapter.simulator.control.inject({ method: 'POST', drop: 'after' });
    const error = await errorOf(create());
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });
    expect(await lookup(since)).toMatchObject({
      outcome: 'applied',
      result: { id: events()[0]?.id, name: outside.name },
    });
    expect(events()).toHaveLength(1);
  });

  test('is absent if no event fits', async () => {
    await create({ ...outside, name: 'Another' });
    await create({ ...outside, scheduled_start_time: '2030-01-01T17:30:00Z' });
    expect(await lookup(since)).toEqual({ outcome: 'absent' });
  });

  test('is unsure if two events fit', async () => {
    await create();
    await create();
    expect(await lookup(since)).toEqual({ outcome: 'unsure' });
  });

  test("is not somebody else's event", async () => {
    await create();
    const world = adapter.simulator.control.world();
    for (const event of guildOf(world).events ?? []) event.creator_id = ids.admin;
    adapter.simulator.control.load(world);
    expect(await lookup(since)).toEqual({ outcome: 'absent' });
  });

  test('is unsure if the event that fits was made just before, or much later', async () => {
    await create();
    expect(await lookup(since + 30_000)).toEqual({ outcome: 'unsure' });
    expect(await lookup(since - 1_800_000)).toEqual({ outcome: 'unsure' });
  });
});

describe('events_list and events_get', () => {
  test('show place, creator and how many are interested', async () => {
    const { id } = await create();
    const world = adapter.simulator.control.world();
    for (const event of guildOf(world).events ?? []) event.subscriber_ids = [ids.host];
    adapter.simulator.control.load(world);
    const expected = {
      id,
      status: 1,
      location: 'https://discord.com/channels/1/2/3',
      creator_id: ids.bot,
      user_count: 1,
      recurring: false,
    };
    expect(await adapter.call('events_get', { guild_id, event_id: id })).toMatchObject(expected);
    expect(await adapter.call('events_list', { guild_id })).toMatchObject({ events: [expected] });
  });

  test('an unknown event is not found', async () => {
    const error = await errorOf(adapter.call('events_get', { guild_id, event_id: ids.nothing }));
    expect(error).toMatchObject({ code: 'DISCORD_NOT_FOUND', details: { discord_code: 10_070 } });
  });
});

describe('events_modify', () => {
  test('changes what is named and leaves the rest', async () => {
    const { id } = await create();
    const changed = await adapter.call('events_modify', {
      guild_id,
      event_id: id,
      name: 'Office hours, moved',
      description: null,
    });
    expect(changed).toMatchObject({
      name: 'Office hours, moved',
      description: null,
      scheduled_start_time: '2030-01-01T17:00:00.000Z',
      location: 'https://discord.com/channels/1/2/3',
    });
    expect(events()[0]).toMatchObject({ name: 'Office hours, moved', description: null });
  });

  test('moves an event out of its channel', async () => {
    const { id } = await create(inLounge);
    const changed = await adapter.call('events_modify', {
      guild_id,
      event_id: id,
      entity_type: 3,
      entity_metadata: { location: 'The park' },
      scheduled_end_time: '2030-01-02T22:00:00Z',
    });
    expect(changed).toMatchObject({ entity_type: 3, channel_id: null, location: 'The park' });
  });

  test('starts and completes it, and a repeated completion succeeds', async () => {
    const { id } = await create();
    const to = (status: number) =>
      adapter.call('events_modify', { guild_id, event_id: id, status });
    expect(await to(2)).toMatchObject({ status: 2 });
    expect(await to(3)).toMatchObject({ status: 3 });
    expect(await to(3)).toMatchObject({ status: 3 });
    expect(await errorOf(to(4))).toMatchObject({ details: { discord_code: 180_000 } });
  });

  test('a finished event takes no other change, even beside a repeated completion', async () => {
    const { id } = await create();
    const args = { guild_id, event_id: id };
    await adapter.call('events_modify', { ...args, status: 4 });
    const error = await errorOf(adapter.call('events_modify', { ...args, status: 4, name: 'x' }));
    expect(error).toMatchObject({
      code: 'DISCORD_INVALID_REQUEST',
      outcome: 'not_applied',
      details: { discord_code: 180_000 },
    });
  });
});

test('events_delete deletes, and a repetition says that it was gone', async () => {
  const { id } = await create();
  const args = { guild_id, event_id: id, audit_reason: 'Rain' };
  const deleted = { deleted: true, event_id: id };
  expect(await adapter.call('events_delete', args)).toEqual({ ...deleted, already_absent: false });
  expect(events()).toEqual([]);
  expect(await adapter.call('events_delete', args)).toEqual({ ...deleted, already_absent: true });
});

describe('arguments', () => {
  const { entity_metadata: _, ...noPlace } = outside;
  const { scheduled_end_time: __, ...noEnd } = outside;
  const one = { guild_id, event_id: ids.nothing };
  test.each([
    ['events_create', { ...outside, name: 'x'.repeat(101) }, 'name'],
    ['events_create', { ...outside, description: 'x'.repeat(1001) }, 'description'],
    ['events_create', { ...outside, entity_type: 4 }, 'entity_type'],
    ['events_create', { ...outside, privacy_level: 1 }, 'privacy_level'],
    ['events_create', noPlace, 'Required with entity_type 3: give'],
    ['events_create', noEnd, 'Required with entity_type 3.'],
    ['events_create', { ...outside, channel_id: ids.voice }, 'has no channel'],
    ['events_create', { ...outside, entity_metadata: { location: '' } }, 'location'],
    ['events_create', { ...inLounge, channel_id: undefined }, 'a voice channel'],
    ['events_create', { ...inLounge, channel_id: null, entity_type: 1 }, 'a stage channel'],
    ['events_create', { ...inLounge, entity_metadata: { location: 'x' } }, 'leave it out'],
    [
      'events_create',
      { ...outside, scheduled_end_time: '2030-01-01T17:00:00Z' },
      'after the start',
    ],
    ['events_create', { ...outside, scheduled_start_time: '2030-01-01 17:00' }, 'ISO 8601'],
    ['events_create', { ...outside, scheduled_start_time: '2030-01-01T17:00:00' }, 'ISO 8601'],
    ['events_create', { ...inLounge, recurrence_rule: { frequency: 2 } }, 'start'],
    ['events_modify', one, 'Nothing to change'],
    ['events_modify', { ...one, status: 1 }, 'status'],
    ['events_modify', { ...one, entity_type: 3 }, 'Required with entity_type 3'],
    ['events_modify', { ...one, entity_type: 1 }, 'a stage channel'],
    ['events_get', { guild_id, event_id: 7 }, 'Ids are strings'],
    ['events_delete', { guild_id, event_id: 'x' }, 'event_id'],
    ['events_list', { guild_id: '1' }, 'guild_id'],
  ])('%s refuses %j before the request', async (tool, args, part) => {
    adapter.simulator.control.clearRequests();
    const error = await errorOf(adapter.call(tool, args));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not_applied' });
    expect(error.message).toContain(part);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });
});

describe('a bot without a permission for events', () => {
  let poor: Adapter;
  const event = {
    id: '333344445555666677',
    creator_id: ids.admin,
    name: 'Theirs',
    entity_type: 3,
    entity_metadata: { location: 'Here' },
    scheduled_start_time: '2999-01-01T17:00:00.000Z',
    scheduled_end_time: '2999-01-01T18:00:00.000Z',
  };
  beforeAll(async () => {
    const world = worldWithBotPermissions('VIEW_CHANNEL');
    guildOf(world).events = [event];
    poor = await startAdapter({ simulator: { world } });
  });
  afterAll(() => poor.close());

  test.each([
    ['events_create', { ...outside, scheduled_start_time: '2029-01-01T00:00:00Z' }],
    ['events_modify', { guild_id, event_id: event.id, name: 'Ours' }],
    ['events_delete', { guild_id, event_id: event.id }],
  ])('is told so by %s in the words of the documentation', async (tool, args) => {
    const before = poor.simulator.control.world();
    expect(await errorOf(poor.call(tool, args))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_EVENTS',
      retriable: false,
    });
    expect(poor.simulator.control.world()).toEqual(before);
  });
});

test('CREATE_EVENTS is enough for events of its own', async () => {
  const own = await startAdapter({
    simulator: { world: worldWithBotPermissions('VIEW_CHANNEL', 'CREATE_EVENTS') },
  });
  own.simulator.control.setClock('2030-01-01T16:30:00.000Z');
  const { id } = await own.call<{ id: string }>('events_create', outside);
  expect(await own.call('events_delete', { guild_id, event_id: id })).toMatchObject({
    deleted: true,
  });
  await own.close();
});
