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
  SOMEBODY,
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

describe('writing in threads', () => {
  test('a message reopens an archived thread and counts', async () => {
    const { id } = await start();
    await harness.succeed(`PATCH /channels/${id}`, { archived: true });
    const { id: message } = await harness.succeed(`POST /channels/${id}/messages`, {
      content: 'more',
    });
    expect(await harness.succeed(`GET /channels/${id}`)).toMatchObject({
      thread_metadata: { archived: false },
      message_count: 1,
      total_message_sent: 1,
      last_message_id: message,
    });
    await harness.succeed(`DELETE /channels/${id}/messages/${message}`);
    expect(await harness.succeed(`GET /channels/${id}`)).toMatchObject({
      message_count: 0,
      total_message_sent: 1,
    });
  });

  test('a locked thread takes messages from managers, an archived and locked one from nobody', async () => {
    const { id } = await start();
    await harness.succeed(`PATCH /channels/${id}`, { locked: true });
    await harness.succeed(`POST /channels/${id}/messages`, { content: 'a' });
    await harness.succeed(`PATCH /channels/${id}`, { archived: true });
    expect(await harness.refuse(`POST /channels/${id}/messages`, { content: 'a' })).toEqual([
      400, 50083,
    ]);
    await harness.succeed(`PATCH /channels/${id}`, { archived: false });
    withoutPermissions(harness.simulator, P.ManageThreads);
    expect(await harness.refuse(`POST /channels/${id}/messages`, { content: 'a' })).toEqual([
      403, 160005,
    ]);
  });

  test('in an archived thread messages can only be deleted', async () => {
    const { id } = await start();
    const message = await harness.succeed(`POST /channels/${id}/messages`, { content: 'a' });
    await harness.succeed(`PATCH /channels/${id}`, { archived: true });
    const path = `/channels/${id}/messages/${message.id}`;
    const wave = encodeURIComponent('👋');
    expect(await harness.refuse(`PATCH ${path}`, { content: 'b' })).toEqual([400, 50083]);
    expect(await harness.refuse(`PUT ${path}/reactions/${wave}/@me`)).toEqual([400, 50083]);
    expect(await harness.refuse(`PUT /channels/${id}/messages/pins/${message.id}`)).toEqual([
      400, 50083,
    ]);
    await harness.succeed(`DELETE ${path}`);
  });

  test('SEND_MESSAGES_IN_THREADS counts, not SEND_MESSAGES', async () => {
    const { id } = await start();
    withoutPermissions(harness.simulator, P.SendMessages);
    await harness.succeed(`POST /channels/${id}/messages`, { content: 'a' });
    withoutPermissions(harness.simulator, P.SendMessagesInThreads);
    expect(await harness.refuse(`POST /channels/${id}/messages`, { content: 'a' })).toEqual([
      403, 50013,
    ]);
  });
});

describe('members', () => {
  test('people join, are added, listed and removed', async () => {
    const { id } = await start();
    const members = `/channels/${id}/thread-members`;
    await harness.succeed(`PUT ${members}/${HOST}`);
    await harness.succeed(`PUT ${members}/${HOST}`);
    expect(await harness.succeed(`GET ${members}`)).toMatchObject([
      { id, user_id: BOT },
      { id, user_id: HOST },
    ]);
    const page = await harness.succeed(`GET ${members}?with_member=true&limit=1&after=${BOT}`);
    expect(page).toMatchObject([{ user_id: HOST, member: { nick: 'Host' } }]);
    expect(await harness.succeed(`GET ${members}/${HOST}`)).toMatchObject({ user_id: HOST });
    await harness.succeed(`DELETE ${members}/${HOST}`);
    expect(await harness.refuse(`GET ${members}/${HOST}`)).toEqual([404, 10007]);
    await harness.succeed(`DELETE ${members}/@me`);
    await harness.succeed(`PUT ${members}/@me`);
    expect(await harness.succeed(`GET ${members}`)).toHaveLength(1);
  });

  test('an archived thread keeps its members', async () => {
    const { id } = await start();
    await harness.succeed(`PATCH /channels/${id}`, { archived: true });
    expect(await harness.refuse(`PUT /channels/${id}/thread-members/@me`)).toEqual([400, 50083]);
  });

  test('removing others needs MANAGE_THREADS or an own private thread', async () => {
    const open = await start();
    const closed = await harness.succeed(POST, { name: 'a', type: 12 });
    for (const { id } of [open, closed]) {
      await harness.succeed(`PUT /channels/${id}/thread-members/${HOST}`);
    }
    withoutPermissions(harness.simulator, P.ManageThreads);
    expect(await harness.refuse(`DELETE /channels/${open.id}/thread-members/${HOST}`)).toEqual([
      403, 50013,
    ]);
    await harness.succeed(`DELETE /channels/${closed.id}/thread-members/${HOST}`);
  });

  test('a private thread is hidden from who is not in it', async () => {
    const { id } = await harness.succeed(POST, { name: 'a', type: 12 });
    giveAway(id);
    expect((await harness.succeed(`GET /channels/${id}`)).id).toBe(id);
    withoutPermissions(harness.simulator, P.ManageThreads);
    expect(await harness.refuse(`GET /channels/${id}`)).toEqual([403, 50001]);
    expect(await harness.refuse(`PUT /channels/${id}/thread-members/@me`)).toEqual([403, 50001]);
  });

  test('into a private thread that is not invitable only its owner or managers add', async () => {
    const { id } = await harness.succeed(POST, { name: 'a', type: 12, invitable: false });
    giveAway(id, (thread) => {
      thread.thread_members.push({ user_id: BOT, join_timestamp: NOON, flags: 1 });
    });
    withoutPermissions(harness.simulator, P.ManageThreads);
    expect(await harness.refuse(`PUT /channels/${id}/thread-members/${SOMEBODY}`)).toEqual([
      403, 50013,
    ]);
  });

  test('the member count stops at fifty', async () => {
    const { id } = await start();
    giveAway(id, (thread) => {
      thread.thread_members = Array.from({ length: 60 }, (_, index) => ({
        user_id: String(200000000000000000n + BigInt(index)),
        join_timestamp: NOON,
        flags: 0,
      }));
    });
    expect((await harness.succeed(`GET /channels/${id}`)).member_count).toBe(50);
  });
});

describe('lists', () => {
  const archived = `GET /channels/${CHANNEL.general}/threads/archived`;

  async function archive(type: number, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { id } = await start({ type });
      harness.simulator.control.advanceClock(1000);
      await harness.succeed(`PATCH /channels/${id}`, { archived: true });
      ids.push(id);
    }
    return ids;
  }

  test('active threads of the guild come newest first, with own memberships', async () => {
    const first = await start();
    const second = await harness.succeed(POST, { name: 'b', type: 12 });
    await archive(11, 1);
    const list = await harness.succeed(`GET /guilds/${GUILD}/threads/active`);
    expect(list.threads.map(({ id }: Json) => id)).toEqual([second.id, first.id]);
    expect(list.members.map(({ user_id }: Json) => user_id)).toEqual([BOT, BOT]);
  });

  test('archived public threads come latest first, in pages by time', async () => {
    const ids = await archive(11, 3);
    await archive(12, 1);
    const page = await harness.succeed(`${archived}/public?limit=2`);
    expect(page.threads.map(({ id }: Json) => id)).toEqual([ids[2], ids[1]]);
    expect(page.has_more).toBe(true);
    const before = encodeURIComponent(page.threads[1].thread_metadata.archive_timestamp);
    const rest = await harness.succeed(`${archived}/public?before=${before}`);
    expect(rest).toMatchObject({ threads: [{ id: ids[0] }], has_more: false });
  });

  test('private ones need MANAGE_THREADS, joined ones are one’s own', async () => {
    const ids = await archive(12, 2);
    giveAway(ids[0] ?? '');
    expect((await harness.succeed(`${archived}/private`)).threads).toHaveLength(2);
    const own = `GET /channels/${CHANNEL.general}/users/@me/threads/archived/private`;
    expect((await harness.succeed(own)).threads).toMatchObject([{ id: ids[1] }]);
    expect((await harness.succeed(`${own}?before=${ids[1]}`)).threads).toEqual([]);
    withoutPermissions(harness.simulator, P.ManageThreads);
    expect(await harness.refuse(`${archived}/private`)).toEqual([403, 50013]);
  });

  test('a limit of one, and READ_MESSAGE_HISTORY missing, are refused', async () => {
    expect(await harness.refuse(`${archived}/public?limit=1`)).toEqual([400, 50035]);
    expect(await harness.refuse(`GET /channels/${CHANNEL.lounge}/threads/archived/public`)).toEqual(
      [400, 50024],
    );
    withoutPermissions(harness.simulator, P.ReadMessageHistory);
    expect(await harness.refuse(`${archived}/public`)).toEqual([403, 50013]);
  });
});
