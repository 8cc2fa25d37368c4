import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../../harness.ts';
import { guildOf } from '../bot-permissions.ts';
import { errorOf, ids } from '../default-world.ts';

let adapter: Adapter;

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => adapter.simulator.control.reset());
afterAll(() => adapter.close());

const inGeneral = { channel_id: ids.general, name: 'Release notes' };
const atMessage = { ...inGeneral, message_id: ids.ownersMessage };
const post = { channel_id: ids.forum, name: 'How?', message: { content: '@everyone, how?' } };

const create = (args: object) => adapter.call<{ id: string; type: number }>('threads_create', args);
const channelOf = (id: string) =>
  guildOf(adapter.simulator.control.world()).channels?.find((channel) => channel.id === id);
const sent = () => adapter.simulator.control.requests().find(({ method }) => method === 'POST');

describe('threads_create', () => {
  test('starts a public thread, where Discord alone would start a private one', async () => {
    const thread = await create({
      ...inGeneral,
      auto_archive_duration: 60,
      rate_limit_per_user: 5,
      audit_reason: 'Tidy',
    });
    expect(thread).toEqual({
      id: thread.id,
      guild_id: ids.guild,
      parent_id: ids.general,
      name: 'Release notes',
      type: 11,
      owner_id: ids.bot,
      archived: false,
      locked: false,
      auto_archive_duration: 60,
      rate_limit_per_user: 5,
      message_count: 0,
      member_count: expect.any(Number),
      applied_tags: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      archive_timestamp: null,
    });
    expect(channelOf(thread.id)).toMatchObject({ type: 11, parent_id: ids.general });
    const log = guildOf(adapter.simulator.control.world()).audit_log;
    expect(log).toMatchObject([{ target_id: thread.id, reason: 'Tidy' }]);
  });

  test('starts a private one on request', async () => {
    expect(await create({ ...inGeneral, type: 12, invitable: false })).toMatchObject({ type: 12 });
  });

  test('starts one in an announcement channel', async () => {
    const args = { ...inGeneral, channel_id: ids.announcements, type: 10 };
    expect(await create(args)).toMatchObject({ type: 10, parent_id: ids.announcements });
  });

  test('starts one at a message, with the id of the message', async () => {
    expect(await create(atMessage)).toMatchObject({ id: ids.ownersMessage, type: 11 });
    expect(sent()?.body).toEqual({ name: 'Release notes' });
  });

  test('posts in a forum with tags and a first message that pings nobody', async () => {
    const thread = await create({ ...post, applied_tags: [ids.forumTag] });
    expect(thread).toMatchObject({ parent_id: ids.forum, applied_tags: [ids.forumTag] });
    expect(sent()?.body).toEqual({
      name: 'How?',
      applied_tags: [ids.forumTag],
      message: {
        content: '@everyone, how?',
        allowed_mentions: { parse: [], replied_user: false },
      },
    });
    const message = adapter.simulator.control.world().messages.find(({ id }) => id === thread.id);
    expect(message).toMatchObject({ content: '@everyone, how?', mention_everyone: false });
  });

  test('posts with a file, an embed and the pings that were asked for', async () => {
    await create({
      ...post,
      message: {
        content: `<@${ids.host}>`,
        embeds: [{ title: 'Log' }],
        files: [{ name: 'log.txt', text: 'ünïcode', description: 'A log' }],
        allowed_mentions: { users: [ids.host] },
      },
    });
    expect(sent()?.body).toMatchObject({
      message: {
        embeds: [{ title: 'Log' }],
        attachments: [{ filename: 'log.txt', description: 'A log' }],
        allowed_mentions: { parse: [], users: [ids.host] },
      },
    });
    expect(sent()?.files).toMatchObject([{ name: 'log.txt', bytes: 9 }]);
  });

  test('sets the flag of components that replace the content', async () => {
    await create({ ...post, message: { components: [{ type: 10, content: 'Hello' }] } });
    expect(sent()?.body).toMatchObject({ message: { flags: 32_768 } });
  });

  test('a second thread at a message is refused, and nothing is doubled', async () => {
    await create(atMessage);
    const error = await errorOf(create(atMessage));
    expect(error).toMatchObject({ outcome: 'not_applied', details: { discord_code: 160_004 } });
  });
});

describe('a lost answer of threads_create', () => {
  const lookup = (since: number, args: object) =>
    adapter.tools.get('threads_create')?.lookup?.(args, since, adapter.context());

  test.each([
    ['a thread in a channel', inGeneral],
    ['a private thread', { ...inGeneral, type: 12 }],
    ['a thread at a message', atMessage],
    ['a forum post', post],
  ])('is found again: %s', async (_, args) => {
    const since = Date.now();
    expect(await lookup(since, args)).toEqual({ outcome: 'absent' });
    adapter.simulator.control.inject({ method: 'POST', drop: 'after' });
    expect(await errorOf(create(args))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(await lookup(since, args)).toMatchObject({
      outcome: 'applied',
      result: { name: args.name, owner_id: ids.bot },
    });
  });

  test('is found again when the thread was archived meanwhile', async () => {
    const since = Date.now();
    const { id } = await create(inGeneral);
    await adapter.call('threads_modify', { channel_id: id, archived: true });
    expect(await lookup(since, inGeneral)).toMatchObject({ outcome: 'applied', result: { id } });
  });

  test('is unsure if two threads fit', async () => {
    const since = Date.now();
    await create(inGeneral);
    await create(inGeneral);
    expect(await lookup(since, inGeneral)).toEqual({ outcome: 'unsure' });
  });

  test("is not somebody else's thread, nor one in another channel", async () => {
    const since = Date.now();
    await create({ ...inGeneral, channel_id: ids.announcements, type: 10 });
    const { id } = await create(inGeneral);
    const world = adapter.simulator.control.world();
    for (const channel of guildOf(world).channels ?? []) {
      if (channel.id === id) channel.owner_id = ids.host;
    }
    adapter.simulator.control.load(world);
    expect(await lookup(since, inGeneral)).toEqual({ outcome: 'absent' });
  });

  test('is unsure if the archived threads cannot be read', async () => {
    adapter.simulator.control.inject({
      path: `/channels/${ids.general}/threads/archived/public*`,
      status: 403,
      body: { message: 'Missing Access', code: 50_001 },
    });
    expect(await lookup(Date.now(), inGeneral)).toEqual({ outcome: 'unsure' });
  });
});
