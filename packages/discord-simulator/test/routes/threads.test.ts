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

const POST = `POST /channels/${CHANNEL.general}/threads`;
const HELLO = '1200000000000000001';

async function start(body: Json = {}): Promise<Json> {
  return harness.succeed(POST, { name: 'Topic', type: 11, ...body });
}

/** Makes the thread somebody else's. */
function giveAway(id: string, change: (thread: Json) => void = () => undefined): void {
  const world = harness.simulator.control.world();
  const thread = world.guilds.flatMap(({ channels }) => channels).find((each) => each.id === id);
  if (thread) {
    thread.owner_id = HOST;
    thread.thread_members = [{ user_id: HOST, join_timestamp: NOON, flags: 1 }];
    change(thread);
  }
  harness.simulator.control.load(world);
}

describe('starting', () => {
  test('from a message: the thread has its id, and there is one per message', async () => {
    const path = `POST /channels/${CHANNEL.general}/messages/${HELLO}/threads`;
    const answer = await harness.call(path, { name: 'About this' }, { reason: 'noise' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: HELLO,
      type: 11,
      parent_id: CHANNEL.general,
      owner_id: BOT,
      member_count: 1,
      thread_metadata: { archived: false, locked: false, auto_archive_duration: 4320 },
      member: { user_id: BOT },
    });
    expect(await harness.refuse(path, { name: 'Again' })).toEqual([400, 160004]);
    const message = await harness.succeed(`GET /channels/${CHANNEL.general}/messages/${HELLO}`);
    expect(message).toMatchObject({ flags: 32, thread: { id: HELLO } });
    const { audit_log_entries, threads } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs`);
    expect(audit_log_entries).toMatchObject([{ action_type: 110, reason: 'noise' }]);
    expect(threads).toMatchObject([{ id: HELLO }]);
  });

  test('in an announcement channel it is an announcement thread', async () => {
    const { id } = await harness.succeed(`POST /channels/${CHANNEL.announcements}/messages`, {
      content: 'news',
    });
    const path = `POST /channels/${CHANNEL.announcements}/messages/${id}/threads`;
    expect((await harness.succeed(path, { name: 'a' })).type).toBe(10);
  });

  test('without a type it is private, and nobody is told', async () => {
    const thread = await harness.succeed(POST, { name: 'Secret', invitable: false });
    expect(thread).toMatchObject({ type: 12, thread_metadata: { invitable: false } });
    const messages = await harness.succeed(`GET /channels/${CHANNEL.general}/messages`);
    expect(messages).toHaveLength(2);
  });

  test('a public one is announced in the channel', async () => {
    const { id } = await start();
    const [notice] = await harness.succeed(`GET /channels/${CHANNEL.general}/messages?limit=1`);
    expect(notice).toMatchObject({
      type: 18,
      content: 'Topic',
      message_reference: { channel_id: id },
    });
  });

  test.each<[string, Json, string[]]>([
    ['no name', { type: 11 }, ['name: BASE_TYPE_REQUIRED']],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['name: BASE_TYPE_BAD_LENGTH']],
    [
      'another archive time',
      { name: 'a', auto_archive_duration: 61 },
      ['auto_archive_duration: BASE_TYPE_CHOICES'],
    ],
    ['a type that is no thread', { name: 'a', type: 0 }, ['type: BASE_TYPE_CHOICES']],
  ])('%s is refused', async (_, body, expected) => {
    expect(await harness.fieldErrors(POST, body)).toEqual(expected);
  });

  test('the kind must fit the channel', async () => {
    expect(await harness.refuse(POST, { name: 'a', type: 10 })).toEqual([400, 50024]);
    const news = `POST /channels/${CHANNEL.announcements}/threads`;
    expect(await harness.refuse(news, { name: 'a', type: 11 })).toEqual([400, 50024]);
    const voice = `POST /channels/${CHANNEL.lounge}/threads`;
    expect(await harness.refuse(voice, { name: 'a', type: 11 })).toEqual([400, 50024]);
    const forum = `POST /channels/${CHANNEL.help}/messages/${HELLO}/threads`;
    expect(await harness.refuse(forum, { name: 'a' })).toEqual([400, 50024]);
  });

  test('public and private threads have a permission each', async () => {
    withoutPermissions(harness.simulator, P.CreatePublicThreads);
    expect(await harness.refuse(POST, { name: 'a', type: 11 })).toEqual([403, 50013]);
    await harness.succeed(POST, { name: 'a', type: 12 });
    withoutPermissions(harness.simulator, P.CreatePrivateThreads);
    expect(await harness.refuse(POST, { name: 'a', type: 12 })).toEqual([403, 50013]);
  });
});

describe('forum posts', () => {
  const FORUM = `POST /channels/${CHANNEL.help}/threads`;

  test('a post is a thread with its first message; both have one id', async () => {
    const post = await harness.succeed(FORUM, {
      name: 'How?',
      applied_tags: ['222233334444666001'],
      message: { content: 'Like this?', allowed_mentions: { parse: [] } },
    });
    expect(post).toMatchObject({
      type: 11,
      parent_id: CHANNEL.help,
      applied_tags: ['222233334444666001'],
      message_count: 1,
      message: { id: post.id, channel_id: post.id, content: 'Like this?' },
    });
  });

  test('a post can hold files', async () => {
    const form = new FormData();
    form.set(
      'payload_json',
      JSON.stringify({ name: 'a', message: { attachments: [{ id: 0, description: 'log' }] } }),
    );
    form.set('files[0]', new File(['abc'], 'a.log'));
    const { message } = await harness.succeed(FORUM, undefined, { form });
    expect(message.attachments).toMatchObject([{ filename: 'a.log', description: 'log' }]);
  });

  test('a post needs a message with something in it', async () => {
    expect(await harness.fieldErrors(FORUM, { name: 'a' })).toEqual([
      'message: BASE_TYPE_REQUIRED',
    ]);
    expect(await harness.refuse(FORUM, { name: 'a', message: {} })).toEqual([400, 50006]);
    expect(
      await harness.fieldErrors(FORUM, { name: 'a', message: { content: 'x'.repeat(2001) } }),
    ).toEqual(['message.content: BASE_TYPE_MAX_LENGTH']);
  });

  test('tags are those of the forum, moderated ones need MANAGE_THREADS', async () => {
    const body = { name: 'a', message: { content: 'a' } };
    expect(await harness.fieldErrors(FORUM, { ...body, applied_tags: ['1'] })).toEqual([
      'applied_tags.0: BASE_TYPE_CHOICES',
    ]);
    await harness.succeed(FORUM, { ...body, applied_tags: ['222233334444666002'] });
    withoutPermissions(harness.simulator, P.ManageThreads);
    expect(await harness.refuse(FORUM, { ...body, applied_tags: ['222233334444666002'] })).toEqual([
      403, 50013,
    ]);
  });

  test('a forum can ask for a tag', async () => {
    await harness.succeed(`PATCH /channels/${CHANNEL.help}`, { flags: 1 << 4 });
    const body = { name: 'a', message: { content: 'a' } };
    expect(await harness.refuse(FORUM, body)).toEqual([400, 40067]);
  });
});

test('a thousand open threads are the most', async () => {
  const { id } = await start();
  const world = harness.simulator.control.world();
  const [guild] = world.guilds;
  const sample = guild?.channels.find((channel) => channel.id === id);
  for (let index = 0; sample && index < 999; index += 1) {
    guild?.channels.push({ ...sample, id: String(1700000000000000000n + BigInt(index)) });
  }
  harness.simulator.control.load(world);
  const fromMessage = `POST /channels/${CHANNEL.general}/messages/${HELLO}/threads`;
  const post = { name: 'a', message: { content: 'a' } };
  expect(await harness.refuse(POST, { name: 'a', type: 11 })).toEqual([400, 160006]);
  expect(await harness.refuse(fromMessage, { name: 'a' })).toEqual([400, 160006]);
  expect(await harness.refuse(`POST /channels/${CHANNEL.help}/threads`, post)).toEqual([
    400, 160006,
  ]);
});

describe('modifying', () => {
  test('name, state, lock and slowmode change, logged as a thread', async () => {
    const { id } = await start();
    harness.simulator.control.advanceClock(1000);
    const thread = await harness.succeed(
      `PATCH /channels/${id}`,
      {
        name: 'New',
        archived: true,
        locked: true,
        auto_archive_duration: 60,
        rate_limit_per_user: 3,
      },
      { reason: 'done' },
    );
    expect(thread).toMatchObject({
      name: 'New',
      rate_limit_per_user: 3,
      thread_metadata: {
        archived: true,
        locked: true,
        auto_archive_duration: 60,
        archive_timestamp: '2030-01-01T12:00:01+00:00',
      },
    });
    const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs?limit=1`);
    expect(audit_log_entries[0]).toMatchObject({ action_type: 111, reason: 'done' });
    expect(audit_log_entries[0].changes).toContainEqual({
      key: 'locked',
      old_value: false,
      new_value: true,
    });
  });

  test('an archived thread changes only by being reopened', async () => {
    const { id } = await start();
    await harness.succeed(`PATCH /channels/${id}`, { archived: true });
    expect(await harness.refuse(`PATCH /channels/${id}`, { name: 'New' })).toEqual([400, 50083]);
    const thread = await harness.succeed(`PATCH /channels/${id}`, { archived: false, name: 'New' });
    expect(thread).toMatchObject({ name: 'New', thread_metadata: { archived: false } });
  });

  test('the creator renames and archives; lock, slowmode and others’ threads need MANAGE_THREADS', async () => {
    const { id } = await start();
    withoutPermissions(harness.simulator, P.ManageThreads);
    await harness.succeed(`PATCH /channels/${id}`, { name: 'Mine', auto_archive_duration: 60 });
    expect(await harness.refuse(`PATCH /channels/${id}`, { locked: true })).toEqual([403, 50013]);
    expect(await harness.refuse(`PATCH /channels/${id}`, { rate_limit_per_user: 1 })).toEqual([
      403, 50013,
    ]);
    giveAway(id);
    expect(await harness.refuse(`PATCH /channels/${id}`, { name: 'a' })).toEqual([403, 50013]);
    giveAway(id, (thread) => {
      thread.thread_metadata.archived = true;
    });
    await harness.succeed(`PATCH /channels/${id}`, { archived: false });
    giveAway(id, (thread) => {
      Object.assign(thread.thread_metadata, { archived: true, locked: true });
    });
    expect(await harness.refuse(`PATCH /channels/${id}`, { archived: false })).toEqual([
      403, 50013,
    ]);
  });

  test('deleting needs MANAGE_THREADS', async () => {
    const { id } = await start();
    expect((await harness.succeed(`DELETE /channels/${id}`)).id).toBe(id);
    const again = await start();
    withoutPermissions(harness.simulator, P.ManageThreads);
    expect(await harness.refuse(`DELETE /channels/${again.id}`)).toEqual([403, 50013]);
  });
});
