import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const EVENTS = `/guilds/${GUILD}/scheduled-events`;
const external = {
  name: 'Office hours',
  privacy_level: 2,
  scheduled_start_time: '2030-01-01T17:00:00Z',
  scheduled_end_time: '2030-01-01T18:00:00Z',
  entity_type: 3,
  entity_metadata: { location: 'https://example.com/' },
  description: 'Bring questions',
};
const voice = {
  name: 'Talk',
  privacy_level: 2,
  scheduled_start_time: '2030-01-01T17:00:00+00:00',
  entity_type: 2,
  channel_id: CHANNEL.lounge,
};

async function create(body: Json = external): Promise<Json> {
  return harness.succeed(`POST ${EVENTS}`, body);
}

describe('creating', () => {
  test('an external event has a place and an end', async () => {
    harness.simulator.control.setNextIds(['333344445555666677']);
    const event = await harness.succeed(`POST ${EVENTS}`, external, { reason: 'weekly' });
    expect(event).toMatchObject({
      id: '333344445555666677',
      guild_id: GUILD,
      name: 'Office hours',
      description: 'Bring questions',
      scheduled_start_time: '2030-01-01T17:00:00+00:00',
      scheduled_end_time: '2030-01-01T18:00:00+00:00',
      status: 1,
      entity_type: 3,
      channel_id: null,
      creator_id: BOT,
      entity_metadata: { location: 'https://example.com/' },
    });
    const { audit_log_entries, guild_scheduled_events } = await harness.succeed(
      `GET /guilds/${GUILD}/audit-logs`,
    );
    expect(audit_log_entries).toMatchObject([{ action_type: 100, reason: 'weekly' }]);
    expect(guild_scheduled_events).toMatchObject([{ id: '333344445555666677' }]);
  });

  test('voice and stage events have a channel of their kind', async () => {
    expect(await create(voice)).toMatchObject({
      channel_id: CHANNEL.lounge,
      entity_metadata: null,
      scheduled_end_time: null,
    });
    const stage = { ...voice, entity_type: 1, channel_id: CHANNEL.stage };
    expect((await create(stage)).entity_type).toBe(1);
  });

  test('a recurrence comes back complete', async () => {
    const recurrence_rule = { start: '2030-01-01T17:00:00Z', frequency: 2, by_weekday: [1] };
    const event = await create({ ...external, recurrence_rule });
    expect(event.recurrence_rule).toMatchObject({
      frequency: 2,
      interval: 1,
      by_weekday: [1],
      by_month: null,
      count: null,
    });
  });

  test.each<[string, Json, string[]]>([
    [
      'nothing',
      {},
      [
        'name: BASE_TYPE_REQUIRED',
        'privacy_level: BASE_TYPE_REQUIRED',
        'scheduled_start_time: BASE_TYPE_REQUIRED',
        'entity_type: BASE_TYPE_REQUIRED',
      ],
    ],
    [
      'a name of 101 characters',
      { ...external, name: 'x'.repeat(101) },
      ['name: BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'a long description',
      { ...external, description: 'x'.repeat(1001) },
      ['description: BASE_TYPE_MAX_LENGTH'],
    ],
    ['a public event', { ...external, privacy_level: 1 }, ['privacy_level: BASE_TYPE_CHOICES']],
    [
      'an external event without place and end',
      { ...external, entity_metadata: null, scheduled_end_time: null },
      ['entity_metadata.location: BASE_TYPE_REQUIRED', 'scheduled_end_time: BASE_TYPE_REQUIRED'],
    ],
    [
      'an external event with a channel',
      { ...external, channel_id: CHANNEL.lounge },
      ['channel_id: GUILD_SCHEDULED_EVENT_EXTERNAL_NO_CHANNEL'],
    ],
    [
      'a place of 101 characters',
      { ...external, entity_metadata: { location: 'x'.repeat(101) } },
      ['entity_metadata.location: BASE_TYPE_BAD_LENGTH'],
    ],
    [
      'a voice event without channel',
      { ...voice, channel_id: null },
      ['channel_id: BASE_TYPE_REQUIRED'],
    ],
    [
      'a voice event in a text channel',
      { ...voice, channel_id: CHANNEL.general },
      ['channel_id: GUILD_SCHEDULED_EVENT_CHANNEL_TYPE'],
    ],
    [
      'a start in the past',
      { ...external, scheduled_start_time: NOON },
      ['scheduled_start_time: GUILD_SCHEDULED_EVENT_SCHEDULE_PAST'],
    ],
    [
      'an end before the start',
      { ...external, scheduled_end_time: '2030-01-01T16:59:59Z' },
      ['scheduled_end_time: GUILD_SCHEDULED_EVENT_END_TIME_BEFORE_START_TIME'],
    ],
    [
      'a time in words',
      { ...external, scheduled_start_time: 'tomorrow' },
      ['scheduled_start_time: DATE_TIME_TYPE_PARSE'],
    ],
  ])('%s is refused', async (_, body, expected) => {
    expect(await harness.fieldErrors(`POST ${EVENTS}`, body)).toEqual(expected);
  });

  test('CREATE_EVENTS or MANAGE_EVENTS is needed', async () => {
    withoutPermissions(harness.simulator, P.ManageEvents);
    await create();
    withoutPermissions(harness.simulator, P.CreateEvents);
    expect(await harness.refuse(`POST ${EVENTS}`, external)).toEqual([403, 50013]);
  });

  test('a hundred open events are the most', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 100; count += 1) ids.push((await create()).id);
    expect(await harness.refuse(`POST ${EVENTS}`, external)).toEqual([400, 30038]);
    await harness.succeed(`PATCH ${EVENTS}/${ids[0]}`, { status: 4 });
    await create();
  });
});

describe('reading', () => {
  test('events are listed and found, with counts on request', async () => {
    const { id } = await create();
    expect(await harness.succeed(`GET ${EVENTS}`)).toMatchObject([{ id }]);
    const event = await harness.succeed(`GET ${EVENTS}/${id}?with_user_count=true`);
    expect(event).toMatchObject({ user_count: 0, creator: { id: BOT } });
    expect(await harness.refuse(`GET ${EVENTS}/1`)).toEqual([404, 10070]);
  });

  test('those who are interested are listed in pages', async () => {
    const { id } = await create();
    const world = harness.simulator.control.world();
    world.guilds[0]?.events[0]?.subscriber_ids.push(HOST, OWNER);
    harness.simulator.control.load(world);
    const users = `GET ${EVENTS}/${id}/users`;
    expect(await harness.succeed(users)).toMatchObject([{ user_id: OWNER }, { user_id: HOST }]);
    const page = await harness.succeed(`${users}?limit=1&after=${OWNER}&with_member=true`);
    expect(page).toMatchObject([{ user: { id: HOST }, member: { nick: 'Host' } }]);
    expect(await harness.succeed(`${users}?before=${HOST}`)).toMatchObject([{ user_id: OWNER }]);
  });
});

describe('modifying', () => {
  test('fields change, others stay, and the change is logged', async () => {
    const { id } = await create();
    const event = await harness.succeed(
      `PATCH ${EVENTS}/${id}`,
      { name: 'New', description: null },
      { reason: 'typo' },
    );
    expect(event).toMatchObject({
      name: 'New',
      description: null,
      entity_metadata: external.entity_metadata,
    });
    const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs?limit=1`);
    expect(audit_log_entries).toMatchObject([{ action_type: 101, reason: 'typo' }]);
  });

  test('an event can move into a channel and out again', async () => {
    const { id } = await create();
    const moved = await harness.succeed(`PATCH ${EVENTS}/${id}`, {
      entity_type: 2,
      channel_id: CHANNEL.lounge,
    });
    expect(moved).toMatchObject({ channel_id: CHANNEL.lounge, entity_metadata: null });
    expect(await harness.fieldErrors(`PATCH ${EVENTS}/${id}`, { entity_type: 3 })).toEqual([
      'entity_metadata.location: BASE_TYPE_REQUIRED',
    ]);
  });

  test('the status goes forward, and an event that is over stays so', async () => {
    const { id } = await create();
    const PATCH = `PATCH ${EVENTS}/${id}`;
    expect(await harness.fieldErrors(PATCH, { status: 3 })).toEqual([
      'status: GUILD_SCHEDULED_EVENT_STATUS',
    ]);
    expect((await harness.succeed(PATCH, { status: 2 })).status).toBe(2);
    expect(await harness.fieldErrors(PATCH, { status: 4 })).toEqual([
      'status: GUILD_SCHEDULED_EVENT_STATUS',
    ]);
    expect((await harness.succeed(PATCH, { status: 3 })).status).toBe(3);
    expect(await harness.refuse(PATCH, { name: 'x' })).toEqual([400, 180000]);
  });

  test('own events need CREATE_EVENTS, others’ MANAGE_EVENTS', async () => {
    const { id } = await create();
    withoutPermissions(harness.simulator, P.ManageEvents);
    await harness.succeed(`PATCH ${EVENTS}/${id}`, { name: 'Mine' });
    const world = harness.simulator.control.world();
    const [event] = world.guilds[0]?.events ?? [];
    if (event) event.creator_id = HOST;
    harness.simulator.control.load(world);
    expect(await harness.refuse(`PATCH ${EVENTS}/${id}`, { name: 'x' })).toEqual([403, 50013]);
    expect(await harness.refuse(`DELETE ${EVENTS}/${id}`)).toEqual([403, 50013]);
  });
});

test('a deleted event is gone, and logged', async () => {
  const { id } = await create();
  await harness.succeed(`DELETE ${EVENTS}/${id}`, undefined, { reason: 'off' });
  expect(await harness.refuse(`DELETE ${EVENTS}/${id}`)).toEqual([404, 10070]);
  const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs?limit=1`);
  expect(audit_log_entries).toMatchObject([{ action_type: 102, reason: 'off', target_id: id }]);
});
