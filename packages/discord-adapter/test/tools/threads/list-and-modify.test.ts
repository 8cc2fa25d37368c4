import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../../harness.ts';
import { guildOf, worldWithBotPermissions } from '../bot-permissions.ts';
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

describe('threads_list_active', () => {
  test('lists the threads of a guild, or of one channel', async () => {
    const { id: first } = await create(inGeneral);
    const { id: second } = await create(post);
    const { id: archived } = await create({ ...inGeneral, name: 'Old' });
    await adapter.call('threads_modify', { channel_id: archived, archived: true });
    const list = async (more = {}) => {
      const args = { guild_id: ids.guild, ...more };
      const answer = await adapter.call<{ threads: { id: string }[] }>('threads_list_active', args);
      return answer.threads.map(({ id }) => id);
    };
    expect((await list()).sort()).toEqual([first, second].sort());
    expect(await list({ channel_id: ids.forum })).toEqual([second]);
  });
});

describe('threads_list_archived', () => {
  interface Page {
    readonly threads: { readonly id: string; readonly archive_timestamp: string }[];
    readonly next_cursor?: string;
  }
  const archive = async (args: object) => {
    const { id } = await create(args);
    await adapter.call('threads_modify', { channel_id: id, archived: true });
    adapter.simulator.control.advanceClock(1000);
    return id;
  };
  const walk = async (archive: string) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await adapter.call('threads_list_archived', {
        channel_id: ids.general,
        archive,
        limit: 2,
        cursor,
      });
      seen.push(...page.threads.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    return seen;
  };

  test.each([
    ['public', 11],
    ['private', 12],
    ['joined', 12],
  ])('walks through the %s threads, latest first', async (archiveName, type) => {
    adapter.simulator.control.setClock('2030-01-01T00:00:00.000Z');
    const archived: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      archived.push(await archive({ ...inGeneral, name, type }));
    }
    expect(await walk(archiveName)).toEqual(archived.reverse());
  });

  test('lists the public ones by default, with the time of archiving', async () => {
    adapter.simulator.control.setClock('2030-01-01T00:00:00.000Z');
    const id = await archive(inGeneral);
    const page: Page = await adapter.call('threads_list_archived', { channel_id: ids.general });
    expect(page).toMatchObject({
      threads: [{ id, archived: true, archive_timestamp: '2030-01-01T00:00:00.000Z' }],
    });
    expect(page.next_cursor).toBeUndefined();
  });
});

describe('threads_modify', () => {
  test('renames, locks and archives, and reopens', async () => {
    const { id } = await create(inGeneral);
    const args = {
      channel_id: id,
      name: 'Done',
      locked: true,
      archived: true,
      audit_reason: 'End',
    };
    expect(await adapter.call('threads_modify', args)).toMatchObject({
      id,
      name: 'Done',
      locked: true,
      archived: true,
      archive_timestamp: expect.stringMatching(/Z$/),
    });
    const reopen = { channel_id: id, archived: false, locked: false, rate_limit_per_user: 10 };
    expect(await adapter.call('threads_modify', reopen)).toMatchObject({
      archived: false,
      archive_timestamp: null,
      rate_limit_per_user: 10,
    });
  });

  test('an archived thread takes nothing else', async () => {
    const { id } = await create(inGeneral);
    await adapter.call('threads_modify', { channel_id: id, archived: true });
    const error = await errorOf(adapter.call('threads_modify', { channel_id: id, name: 'New' }));
    expect(error).toMatchObject({ outcome: 'not_applied', details: { discord_code: 50_083 } });
  });

  test('sets the tags of a post', async () => {
    const { id } = await create(post);
    const args = { channel_id: id, applied_tags: [ids.forumTag] };
    expect(await adapter.call('threads_modify', args)).toMatchObject({
      applied_tags: [ids.forumTag],
    });
  });

  test('does not change a channel that is no thread', async () => {
    const args = { channel_id: ids.general, name: 'hijacked' };
    const error = await errorOf(adapter.call('threads_modify', args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain('channels_modify');
    expect(channelOf(ids.general)?.name).toBe('general');
  });
});

describe('arguments', () => {
  const channel_id = ids.general;
  test.each([
    ['threads_create', { channel_id }, 'name'],
    ['threads_create', { ...inGeneral, name: 'x'.repeat(101) }, 'name'],
    ['threads_create', { ...inGeneral, type: 0 }, 'type'],
    ['threads_create', { ...inGeneral, auto_archive_duration: 30 }, 'auto_archive_duration'],
    ['threads_create', { ...inGeneral, rate_limit_per_user: 21_601 }, 'rate_limit_per_user'],
    ['threads_create', { ...inGeneral, applied_tags: [ids.forumTag] }, 'Only a forum'],
    ['threads_create', { ...inGeneral, invitable: true }, 'Only a private thread'],
    ['threads_create', { ...atMessage, type: 11 }, 'leave type out'],
    ['threads_create', { ...post, type: 11 }, 'leave type out'],
    ['threads_create', { ...post, message_id: ids.ownersMessage }, 'leave one out'],
    ['threads_create', { ...post, message: {} }, 'An empty message'],
    ['threads_create', { ...post, message: { embeds: [] } }, 'An empty message'],
    ['threads_create', { ...post, message: { content: 'x'.repeat(2001) } }, 'content'],
    [
      'threads_create',
      { ...post, message: { content: 'x', components: [{ type: 10, content: 'x' }] } },
      'replace content',
    ],
    ['threads_create', { ...post, applied_tags: Array(6).fill(ids.forumTag) }, 'applied_tags'],
    ['threads_list_active', { guild_id: 1 }, 'Ids are strings'],
    ['threads_list_archived', { channel_id, limit: 1 }, 'limit'],
    ['threads_list_archived', { channel_id, archive: 'all' }, 'archive'],
    ['threads_list_archived', { channel_id, cursor: 'x' }, 'next_cursor'],
    ['threads_modify', { channel_id }, 'Nothing to change'],
    ['threads_modify', { channel_id, type: 11 }, 'type'],
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
  const thread = { id: '222233334444555999', type: 11, name: 'Theirs', parent_id: ids.general };
  beforeAll(async () => {
    const world = worldWithBotPermissions('VIEW_CHANNEL');
    guildOf(world).channels?.push({ ...thread, owner_id: ids.host });
    poor = await startAdapter({ simulator: { world } });
  });
  afterAll(() => poor.close());

  test.each([
    ['threads_create', inGeneral, 'CREATE_PUBLIC_THREADS'],
    ['threads_create', atMessage, 'CREATE_PUBLIC_THREADS'],
    ['threads_create', { ...inGeneral, type: 12 }, 'CREATE_PRIVATE_THREADS'],
    ['threads_create', post, 'SEND_MESSAGES'],
    ['threads_modify', { channel_id: thread.id, name: 'Ours' }, 'MANAGE_THREADS'],
    [
      'threads_list_archived',
      { channel_id: ids.general, archive: 'private' },
      'READ_MESSAGE_HISTORY, MANAGE_THREADS',
    ],
  ])('is told so by %s for %j', async (tool, args, permissions) => {
    const before = poor.simulator.control.world();
    expect(await errorOf(poor.call(tool, args))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: `Missing ${permissions}`,
      outcome: 'not_applied',
    });
    expect(poor.simulator.control.world()).toEqual(before);
  });
});

test('the bot renames and archives its own thread without MANAGE_THREADS', async () => {
  const own = await startAdapter({
    simulator: { world: worldWithBotPermissions('VIEW_CHANNEL', 'CREATE_PUBLIC_THREADS') },
  });
  const { id } = await own.call<{ id: string }>('threads_create', inGeneral);
  const args = { channel_id: id, name: 'Mine', archived: true };
  expect(await own.call('threads_modify', args)).toMatchObject({ name: 'Mine', archived: true });
  await own.close();
});
