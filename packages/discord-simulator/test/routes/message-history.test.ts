import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN,
  BOT,
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
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

const POST = `POST /channels/${CHANNEL.general}/messages`;
const GET = `GET /channels/${CHANNEL.general}/messages`;

describe('reading', () => {
  async function fill(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push((await harness.succeed(POST, { content: `message ${index}` })).id);
    }
    return ids;
  }

  test('lists are newest first, cut at the limit, and exclude the borders', async () => {
    const ids = await fill(6);
    const list = async (query: string) =>
      (await harness.succeed(`${GET}?${query}`)).map(({ id }: { id: string }) => ids.indexOf(id));
    expect(await list('limit=3')).toEqual([5, 4, 3]);
    expect(await list(`before=${ids[3]}&limit=2`)).toEqual([2, 1]);
    expect(await list(`after=${ids[1]}&limit=2`)).toEqual([3, 2]);
    expect(await list(`around=${ids[3]}&limit=3`)).toEqual([4, 3, 2]);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'before=abc'])('?%s is refused', async (query) => {
    expect(await harness.refuse(`${GET}?${query}`)).toEqual([400, 50035]);
  });

  test('two borders at once are refused', async () => {
    expect(await harness.refuse(`${GET}?before=1&after=2`)).toEqual([400, 50035]);
  });

  test('without READ_MESSAGE_HISTORY the list is empty and a message is not shown', async () => {
    withoutPermissions(harness.simulator, P.ReadMessageHistory);
    expect(await harness.succeed(GET)).toEqual([]);
    expect(await harness.refuse(`${GET}/1200000000000000001`)).toEqual([403, 50001]);
  });

  test('a message of another channel is unknown', async () => {
    const path = `GET /channels/${CHANNEL.rules}/messages/1200000000000000001`;
    expect(await harness.refuse(path)).toEqual([404, 10008]);
  });
});

describe('editing', () => {
  test('the author changes content, embeds and flags', async () => {
    const { id } = await harness.succeed(POST, { content: 'first', embeds: [{ title: 'a' }] });
    harness.simulator.control.advanceClock(1000);
    const edited = await harness.succeed(`PATCH /channels/${CHANNEL.general}/messages/${id}`, {
      content: 'second',
      embeds: [],
      flags: 4,
    });
    expect(edited).toMatchObject({
      content: 'second',
      embeds: [],
      flags: 4,
      edited_timestamp: '2030-01-01T12:00:01+00:00',
    });
  });

  test('what an edit leaves out stays', async () => {
    const { id } = await harness.succeed(POST, { content: 'first', embeds: [{ title: 'a' }] });
    const edited = await harness.succeed(`PATCH /channels/${CHANNEL.general}/messages/${id}`, {
      content: 'second',
    });
    expect(edited.embeds).toHaveLength(1);
  });

  test('nobody else edits the text, who manages messages sets flags', async () => {
    const path = `PATCH /channels/${CHANNEL.general}/messages/1200000000000000001`;
    expect(await harness.refuse(path, { content: 'x' })).toEqual([403, 50005]);
    expect((await harness.succeed(path, { flags: 4 })).flags).toBe(4);
    withoutPermissions(harness.simulator, P.ManageMessages);
    expect(await harness.refuse(path, { flags: 0 })).toEqual([403, 50013]);
  });

  test('an edit to components of version 2 takes the old fields away, for good', async () => {
    const { id } = await harness.succeed(POST, { content: 'first', embeds: [{ title: 'a' }] });
    const path = `PATCH /channels/${CHANNEL.general}/messages/${id}`;
    const components = [{ type: 10, content: 'second' }];
    expect(await harness.fieldErrors(path, { flags: 1 << 15, components })).toEqual([
      'content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      'embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ]);
    const upgrade = { flags: 1 << 15, components, content: null, embeds: [] };
    expect(await harness.succeed(path, upgrade)).toMatchObject({ flags: 1 << 15, content: '' });
    expect(await harness.fieldErrors(path, { content: 'third' })).toEqual([
      'content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ]);
  });

  test('an edit that leaves nothing is refused', async () => {
    const { id } = await harness.succeed(POST, { content: 'first' });
    const path = `PATCH /channels/${CHANNEL.general}/messages/${id}`;
    expect(await harness.refuse(path, { content: '' })).toEqual([400, 50006]);
    expect(await harness.refuse(path, { content: null })).toEqual([400, 50006]);
  });
});

describe('deleting', () => {
  test('own messages go without a trace in the audit log, others with one', async () => {
    const { id } = await harness.succeed(POST, { content: 'mine' });
    await harness.succeed(`DELETE /channels/${CHANNEL.general}/messages/${id}`);
    await harness.succeed(
      `DELETE /channels/${CHANNEL.general}/messages/1200000000000000002`,
      undefined,
      { reason: 'off topic' },
    );
    const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs`);
    expect(audit_log_entries).toMatchObject([
      {
        action_type: 72,
        target_id: HOST,
        user_id: BOT,
        reason: 'off topic',
        options: { channel_id: CHANNEL.general, count: '1' },
      },
    ]);
    expect(await harness.refuse(`GET /channels/${CHANNEL.general}/messages/${id}`)).toEqual([
      404, 10008,
    ]);
  });

  test('others’ messages need MANAGE_MESSAGES', async () => {
    withoutPermissions(harness.simulator, P.ManageMessages);
    const path = `DELETE /channels/${CHANNEL.general}/messages/1200000000000000002`;
    expect(await harness.refuse(path)).toEqual([403, 50013]);
  });

  test('a deleted message is unknown the second time', async () => {
    const path = `DELETE /channels/${CHANNEL.general}/messages/1200000000000000002`;
    expect((await harness.call(path)).status).toBe(204);
    expect(await harness.refuse(path)).toEqual([404, 10008]);
  });

  test('many go at once; ids that are no messages are ignored', async () => {
    const first = await harness.succeed(POST, { content: 'a' });
    const second = await harness.succeed(POST, { content: 'b' });
    const unknown = String(BigInt(second.id) + 1n);
    const path = `POST /channels/${CHANNEL.general}/messages/bulk-delete`;
    const answer = await harness.call(path, { messages: [first.id, second.id, unknown] });
    expect(answer.status).toBe(204);
    expect(await harness.refuse(`${GET}/${first.id}`)).toEqual([404, 10008]);
    const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs`);
    expect(audit_log_entries).toMatchObject([{ action_type: 73, options: { count: '2' } }]);
  });

  test('many at once are two to a hundred, different, and younger than two weeks', async () => {
    const path = `POST /channels/${CHANNEL.general}/messages/bulk-delete`;
    const { id } = await harness.succeed(POST, { content: 'a' });
    const many = Array.from({ length: 101 }, (_, index) => String(BigInt(id) + BigInt(index)));
    expect(await harness.refuse(path, { messages: [id] })).toEqual([400, 50016]);
    expect(await harness.refuse(path, { messages: many })).toEqual([400, 50016]);
    expect(await harness.fieldErrors(path, { messages: [id, id] })).toEqual([
      'messages: SET_TYPE_ALREADY_CONTAINS_VALUE',
    ]);
    expect(
      await harness.refuse(path, { messages: ['1200000000000000001', '1200000000000000002'] }),
    ).toEqual([400, 50034]);
    harness.simulator.control.advanceClock(14 * 86_400_000 + 1);
    expect(await harness.refuse(path, { messages: many.slice(0, 2) })).toEqual([400, 50034]);
  });
});

describe('publishing', () => {
  test('a message of an announcement channel is published once', async () => {
    const { id } = await harness.succeed(`POST /channels/${CHANNEL.announcements}/messages`, {
      content: 'news',
    });
    const path = `POST /channels/${CHANNEL.announcements}/messages/${id}/crosspost`;
    expect((await harness.succeed(path)).flags).toBe(1);
    expect(await harness.refuse(path)).toEqual([400, 40033]);
    const elsewhere = `POST /channels/${CHANNEL.general}/messages/1200000000000000001/crosspost`;
    expect(await harness.refuse(elsewhere)).toEqual([400, 50024]);
  });
});

describe('direct messages', () => {
  test('a channel is opened once per person and takes messages', async () => {
    const channel = await harness.succeed('POST /users/@me/channels', { recipient_id: HOST });
    expect(channel).toMatchObject({ type: 1, recipients: [{ id: HOST }] });
    const again = await harness.succeed('POST /users/@me/channels', { recipient_id: HOST });
    expect(again.id).toBe(channel.id);
    const sent = await harness.succeed(`POST /channels/${channel.id}/messages`, { content: 'hi' });
    expect(sent.channel_id).toBe(channel.id);
  });

  test('somebody who refuses them cannot be written to', async () => {
    const world = harness.simulator.control.world();
    const user = world.users.find(({ id }) => id === ADMIN);
    if (user) user.refuses_direct_messages = true;
    harness.simulator.control.load(world);
    const { id } = await harness.succeed('POST /users/@me/channels', { recipient_id: ADMIN });
    expect(await harness.refuse(`POST /channels/${id}/messages`, { content: 'hi' })).toEqual([
      403, 50007,
    ]);
    expect(await harness.refuse('POST /users/@me/channels', { recipient_id: BOT })).toEqual([
      400, 50033,
    ]);
    expect(await harness.refuse('POST /users/@me/channels', { recipient_id: '9' })).toEqual([
      404, 10013,
    ]);
  });
});
