import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
  type Json,
  NOON,
  ROLE,
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

const POST = `POST /guilds/${GUILD}/channels`;

async function lastAudit(): Promise<Json> {
  const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs?limit=1`);
  return audit_log_entries[0];
}

describe('reading', () => {
  test('the guild lists all channels but threads, hidden ones too', async () => {
    await harness.succeed(`POST /channels/${CHANNEL.general}/threads`, { name: 't', type: 11 });
    const channels = await harness.succeed(`GET /guilds/${GUILD}/channels`);
    expect(channels.map(({ id }: Json) => id).sort()).toEqual(Object.values(CHANNEL).sort());
  });

  test('a hidden channel is not shown by itself', async () => {
    expect(await harness.refuse(`GET /channels/${CHANNEL.owners}`)).toEqual([403, 50001]);
    expect(await harness.refuse('GET /channels/999999999999999999')).toEqual([404, 10003]);
    expect(await harness.refuse('GET /channels/general')).toEqual([400, 50035]);
  });
});

describe('creating', () => {
  test('a text channel is answered with 201, goes last and has a plain name', async () => {
    harness.simulator.control.setNextIds(['444455556666777788']);
    const answer = await harness.call(
      POST,
      {
        name: 'Office  Hours',
        topic: 'Every Tuesday',
        parent_id: CHANNEL.information,
        rate_limit_per_user: 10,
        permission_overwrites: [{ id: ROLE.host, type: 0, allow: String(P.ManageMessages) }],
      },
      { reason: 'asked for' },
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: '444455556666777788',
      type: 0,
      name: 'office-hours',
      topic: 'Every Tuesday',
      parent_id: CHANNEL.information,
      position: 8,
      rate_limit_per_user: 10,
      permission_overwrites: [{ id: ROLE.host, type: 0, allow: '8192', deny: '0' }],
    });
    expect(await lastAudit()).toMatchObject({
      action_type: 10,
      target_id: '444455556666777788',
      reason: 'asked for',
    });
  });

  test.each([
    [
      'voice',
      { name: 'Talk Here', type: 2, bitrate: 96_000, user_limit: 5 },
      { name: 'Talk Here', user_limit: 5 },
    ],
    ['category', { name: 'Projects', type: 4 }, { name: 'Projects' }],
    ['announcement', { name: 'news', type: 5 }, {}],
    ['stage', { name: 'Stage', type: 13 }, {}],
    [
      'forum',
      {
        name: 'ideas',
        type: 15,
        topic: 'x'.repeat(4096),
        available_tags: [{ name: 'new', emoji_name: '✨' }],
        default_reaction_emoji: { emoji_name: '👍' },
        default_sort_order: 1,
        default_forum_layout: 2,
      },
      { available_tags: [{ name: 'new', emoji_id: null, emoji_name: '✨', moderated: false }] },
    ],
  ])('a %s channel can be made', async (_, body, expected) => {
    expect(await harness.succeed(POST, body)).toMatchObject({ type: body.type, ...expected });
  });

  test.each<[string, Json, string[]]>([
    ['no name', {}, ['name: BASE_TYPE_REQUIRED']],
    ['an empty name', { name: '' }, ['name: BASE_TYPE_REQUIRED']],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['name: BASE_TYPE_BAD_LENGTH']],
    ['an unknown type', { name: 'a', type: 3 }, ['type: BASE_TYPE_CHOICES']],
    ['a long topic', { name: 'a', topic: 'x'.repeat(1025) }, ['topic: BASE_TYPE_MAX_LENGTH']],
    [
      'too slow a slowmode',
      { name: 'a', rate_limit_per_user: 21_601 },
      ['rate_limit_per_user: NUMBER_TYPE_MAX'],
    ],
    [
      '100 people in voice',
      { name: 'a', type: 2, user_limit: 100 },
      ['user_limit: NUMBER_TYPE_MAX'],
    ],
    [
      'a parent that is no category',
      { name: 'a', parent_id: CHANNEL.general },
      ['parent_id: CHANNEL_PARENT_INVALID_TYPE'],
    ],
    [
      'a parent that is not there',
      { name: 'a', parent_id: '1' },
      ['parent_id: CHANNEL_PARENT_INVALID'],
    ],
    [
      'overwrites without sense',
      { name: 'a', permission_overwrites: [{ type: 2, allow: 'x' }] },
      [
        'permission_overwrites.0.id: BASE_TYPE_REQUIRED',
        'permission_overwrites.0.type: BASE_TYPE_CHOICES',
        'permission_overwrites.0.allow: NUMBER_TYPE_COERCE',
      ],
    ],
  ])('%s is refused', async (_, body, expected) => {
    expect(await harness.fieldErrors(POST, body)).toEqual(expected);
  });

  test('announcement and stage channels need a community', async () => {
    const lab = 'POST /guilds/123456789012345679/channels';
    expect(await harness.fieldErrors(lab, { name: 'a', type: 5 })).toEqual([
      'type: BASE_TYPE_CHOICES',
    ]);
  });

  test('MANAGE_CHANNELS is needed, and every permission that is given away', async () => {
    const overwrite = { id: ROLE.host, type: 0, allow: String(P.Administrator) };
    const body = { name: 'a', permission_overwrites: [overwrite] };
    expect(await harness.refuse(POST, body)).toEqual([403, 50013]);
    withoutPermissions(harness.simulator, P.ManageChannels);
    expect(await harness.refuse(POST, { name: 'a' })).toEqual([403, 50013]);
  });

  test('500 channels are the most, and 50 in a category', async () => {
    const world = harness.simulator.control.world();
    const [guild] = world.guilds;
    const sample = guild?.channels.find(({ id }) => id === CHANNEL.general);
    for (let index = 0; sample && index < 491; index += 1) {
      const parent_id = index < 48 ? CHANNEL.information : null;
      guild?.channels.push({
        ...sample,
        id: String(700000000000000000n + BigInt(index)),
        parent_id,
      });
    }
    harness.simulator.control.load(world);
    const full = { name: 'a', parent_id: CHANNEL.information };
    expect(await harness.fieldErrors(POST, full)).toEqual([
      'parent_id: CHANNEL_PARENT_MAX_CHANNELS',
    ]);
    expect(await harness.refuse(POST, { name: 'a' })).toEqual([400, 30013]);
  });
});

describe('modifying', () => {
  const PATCH = `PATCH /channels/${CHANNEL.general}`;

  test('fields that are named change, the rest stays', async () => {
    const channel = await harness.succeed(
      PATCH,
      { name: 'Main Hall', topic: null, nsfw: true, rate_limit_per_user: 5, position: 3 },
      { reason: 'tidy' },
    );
    expect(channel).toMatchObject({
      name: 'main-hall',
      topic: null,
      nsfw: true,
      rate_limit_per_user: 5,
      position: 3,
      parent_id: null,
    });
    const entry = await lastAudit();
    expect(entry).toMatchObject({ action_type: 11, reason: 'tidy', target_id: CHANNEL.general });
    expect(entry.changes).toContainEqual({
      key: 'name',
      old_value: 'general',
      new_value: 'main-hall',
    });
    expect(entry.changes).toContainEqual({ key: 'topic', old_value: 'Anything goes' });
  });

  test('a change of nothing is logged nowhere', async () => {
    await harness.succeed(PATCH, { name: 'general' });
    expect(await lastAudit()).toBeUndefined();
    expect(harness.simulator.control.requests()[0]?.applied).toBe(false);
  });

  test('text and announcement channels turn into each other, others do not', async () => {
    expect((await harness.succeed(PATCH, { type: 5 })).type).toBe(5);
    const voice = `PATCH /channels/${CHANNEL.lounge}`;
    expect(await harness.refuse(voice, { type: 0 })).toEqual([400, 50024]);
  });

  test('tags of a forum keep their ids and have names of their own', async () => {
    const forum = `PATCH /channels/${CHANNEL.help}`;
    const { available_tags } = await harness.succeed(`GET /channels/${CHANNEL.help}`);
    const changed = await harness.succeed(forum, {
      available_tags: [...available_tags, { name: 'idea' }],
    });
    expect(changed.available_tags.slice(0, 2)).toEqual(available_tags);
    expect(changed.available_tags[2]).toMatchObject({ name: 'idea', emoji_id: null });
    expect(await harness.refuse(forum, { available_tags: [{ name: 'a' }, { name: 'a' }] })).toEqual(
      [400, 40061],
    );
  });

  test('overwrites may change only in permissions the bot has', async () => {
    const give = (allow: bigint) => ({
      permission_overwrites: [{ id: ROLE.host, type: 0, allow: String(allow), deny: '0' }],
    });
    expect((await harness.succeed(PATCH, give(P.ManageMessages))).permission_overwrites).toEqual([
      { id: ROLE.host, type: 0, allow: '8192', deny: '0' },
    ]);
    expect(await harness.refuse(PATCH, give(P.Administrator))).toEqual([403, 50013]);
    withoutPermissions(harness.simulator, P.ManageRoles);
    expect(await harness.refuse(PATCH, give(0n))).toEqual([403, 50013]);
  });

  test('MANAGE_CHANNELS is needed', async () => {
    withoutPermissions(harness.simulator, P.ManageChannels);
    expect(await harness.refuse(PATCH, { name: 'a' })).toEqual([403, 50013]);
  });

  test('a direct message cannot be modified', async () => {
    const { id } = await harness.succeed('POST /users/@me/channels', { recipient_id: HOST });
    expect(await harness.refuse(`PATCH /channels/${id}`, { name: 'a' })).toEqual([400, 50003]);
  });
});
