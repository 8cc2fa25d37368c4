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

const POST = `POST /channels/${CHANNEL.general}/messages`;

describe('polls', () => {
  const poll = {
    question: { text: 'When?' },
    answers: [
      { poll_media: { text: 'Now' } },
      { poll_media: { text: 'Later', emoji: { name: '⏰' } } },
    ],
    duration: 2,
  };

  test('a poll ends when its hours are over', async () => {
    const message = await harness.succeed(POST, { poll });
    expect(message.poll).toMatchObject({
      question: { text: 'When?' },
      answers: [{ answer_id: 1 }, { answer_id: 2, poll_media: { text: 'Later' } }],
      expiry: '2030-01-01T14:00:00+00:00',
      allow_multiselect: false,
      results: { is_finalized: false, answer_counts: [] },
    });
    harness.simulator.control.advanceClock(2 * 3_600_000);
    const path = `/channels/${CHANNEL.general}/messages/${message.id}`;
    expect((await harness.succeed(`GET ${path}`)).poll.results.is_finalized).toBe(true);
    expect(
      await harness.refuse(`POST /channels/${CHANNEL.general}/polls/${message.id}/expire`),
    ).toEqual([400, 520001]);
  });

  test('voters are listed by answer', async () => {
    const { id } = await harness.succeed(POST, { poll });
    const world = harness.simulator.control.world();
    const stored = world.messages.find((message) => message.id === id);
    stored?.poll?.answers[0]?.voter_ids.push(HOST, BOT);
    harness.simulator.control.load(world);
    const path = `GET /channels/${CHANNEL.general}/polls/${id}/answers`;
    expect((await harness.succeed(`${path}/1?limit=1`)).users).toMatchObject([{ id: BOT }]);
    expect((await harness.succeed(`${path}/1?after=${BOT}`)).users).toMatchObject([{ id: HOST }]);
    expect((await harness.succeed(`${path}/2`)).users).toEqual([]);
    expect((await harness.call(`${path}/3`)).status).toBe(404);
    const message = await harness.succeed(`GET /channels/${CHANNEL.general}/messages/${id}`);
    expect(message.poll.results.answer_counts).toEqual([{ id: 1, count: 2, me_voted: true }]);
  });

  test('the author ends a poll early, and nobody edits one', async () => {
    const { id } = await harness.succeed(POST, { poll });
    const ended = await harness.succeed(`POST /channels/${CHANNEL.general}/polls/${id}/expire`);
    expect(ended.poll.results.is_finalized).toBe(true);
    const edit = `PATCH /channels/${CHANNEL.general}/messages/${id}`;
    expect(await harness.refuse(edit, { content: 'x' })).toEqual([400, 520003]);
    const other = `POST /channels/${CHANNEL.general}/polls/1200000000000000001/expire`;
    expect(await harness.refuse(other)).toEqual([400, 520006]);
  });
});

describe('pins', () => {
  const ids = ['1200000000000000001', '1200000000000000002'];
  const pins = `/channels/${CHANNEL.general}/messages/pins`;

  test('pins are listed latest first, in pages', async () => {
    await harness.succeed(`PUT ${pins}/${ids[0]}`, undefined, { reason: 'important' });
    harness.simulator.control.advanceClock(1000);
    await harness.succeed(`PUT ${pins}/${ids[1]}`);
    const page = await harness.succeed(`GET ${pins}?limit=1`);
    expect(page).toMatchObject({
      items: [{ message: { id: ids[1], pinned: true } }],
      has_more: true,
    });
    const next = await harness.succeed(
      `GET ${pins}?before=${encodeURIComponent(page.items[0].pinned_at)}`,
    );
    expect(next).toMatchObject({ items: [{ message: { id: ids[0] } }], has_more: false });
    const { audit_log_entries } = await harness.succeed(
      `GET /guilds/${GUILD}/audit-logs?action_type=74`,
    );
    expect(audit_log_entries[1]).toMatchObject({
      reason: 'important',
      target_id: '100000000000000001',
    });
  });

  test('pinning says so in the channel, and does nothing the second time', async () => {
    await harness.succeed(`PUT ${pins}/${ids[0]}`);
    await harness.succeed(`PUT ${pins}/${ids[0]}`);
    const messages = await harness.succeed(`GET /channels/${CHANNEL.general}/messages`);
    expect(messages.map(({ type }: Json) => type)).toEqual([6, 0, 0]);
    expect(harness.simulator.control.requests().map(({ applied }) => applied)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('the old routes do the same', async () => {
    const old = `/channels/${CHANNEL.general}/pins`;
    await harness.succeed(`PUT ${old}/${ids[0]}`);
    expect(await harness.succeed(`GET ${old}`)).toMatchObject([{ id: ids[0] }]);
    await harness.succeed(`DELETE ${old}/${ids[0]}`);
    expect(await harness.succeed(`GET ${old}`)).toEqual([]);
  });

  test('PIN_MESSAGES is needed, and the right channel', async () => {
    const elsewhere = `PUT /channels/${CHANNEL.rules}/messages/pins/${ids[0]}`;
    expect(await harness.refuse(elsewhere)).toEqual([400, 50019]);
    withoutPermissions(harness.simulator, P.PinMessages);
    expect(await harness.refuse(`PUT ${pins}/${ids[0]}`)).toEqual([403, 50013]);
  });

  test('250 pins are the most a channel has', async () => {
    const world = harness.simulator.control.world();
    for (let index = 0; index < 250; index += 1) {
      world.messages.push({
        ...(world.messages[0] as (typeof world.messages)[number]),
        id: String(1300000000000000000n + BigInt(index)),
        pinned_at: '2029-01-01T00:00:00+00:00',
      });
    }
    harness.simulator.control.load(world);
    expect(await harness.refuse(`PUT ${pins}/${ids[0]}`)).toEqual([400, 30003]);
  });
});

describe('reactions', () => {
  const message = `/channels/${CHANNEL.general}/messages/1200000000000000001`;
  const wave = encodeURIComponent('👋');

  test('a reaction is counted once and shown to be one’s own', async () => {
    await harness.succeed(`PUT ${message}/reactions/${wave}/@me`);
    await harness.succeed(`PUT ${message}/reactions/${wave}/@me`);
    await harness.succeed(`PUT ${message}/reactions/guildline:333344445555000001/@me`);
    expect((await harness.succeed(`GET ${message}`)).reactions).toMatchObject([
      { emoji: { id: null, name: '👋' }, count: 1, me: true },
      { emoji: { id: '333344445555000001', name: 'guildline' }, count: 1 },
    ]);
    expect(await harness.succeed(`GET ${message}/reactions/${wave}`)).toMatchObject([{ id: BOT }]);
  });

  test.each(['wave', 'x:1', 'guildline:999999999999999999', encodeURIComponent('a👋')])(
    '%s is no emoji',
    async (emoji) => {
      expect(await harness.refuse(`PUT ${message}/reactions/${emoji}/@me`)).toEqual([400, 10014]);
    },
  );

  test('reactions go one by one, by emoji and all at once', async () => {
    const react = (emoji: string) =>
      harness.succeed(`PUT ${message}/reactions/${encodeURIComponent(emoji)}/@me`);
    const kinds = async () => ((await harness.succeed(`GET ${message}`)).reactions ?? []).length;
    for (const emoji of ['👋', '❤️', '🇩🇪', '1️⃣']) await react(emoji);
    expect(await kinds()).toBe(4);
    await harness.succeed(`DELETE ${message}/reactions/${wave}/@me`);
    await harness.succeed(`DELETE ${message}/reactions/${encodeURIComponent('❤')}/${BOT}`);
    expect(await kinds()).toBe(2);
    await harness.succeed(`DELETE ${message}/reactions/${encodeURIComponent('🇩🇪')}`);
    expect(await kinds()).toBe(1);
    await harness.succeed(`DELETE ${message}/reactions`);
    expect(await kinds()).toBe(0);
    expect(await harness.refuse(`DELETE ${message}/reactions/${wave}`)).toEqual([400, 10014]);
    expect(await harness.refuse(`DELETE ${message}/reactions/${wave}/@me`)).toEqual([400, 10014]);
  });

  test('twenty kinds are the most', async () => {
    for (let index = 0; index < 20; index += 1) {
      const emoji = encodeURIComponent(String.fromCodePoint(0x1f600 + index));
      await harness.succeed(`PUT ${message}/reactions/${emoji}/@me`);
    }
    expect(await harness.refuse(`PUT ${message}/reactions/${wave}/@me`)).toEqual([400, 30010]);
  });

  test('the first of a kind needs ADD_REACTIONS, joining one does not', async () => {
    withoutPermissions(harness.simulator, P.AddReactions);
    expect(await harness.refuse(`PUT ${message}/reactions/${wave}/@me`)).toEqual([403, 50013]);
    const world = harness.simulator.control.world();
    world.messages[0]?.reactions.push({ emoji: { id: null, name: '👋' }, user_ids: [HOST] });
    harness.simulator.control.load(world);
    await harness.succeed(`PUT ${message}/reactions/${wave}/@me`);
    const users = await harness.succeed(`GET ${message}/reactions/${wave}?after=${BOT}&limit=5`);
    expect(users).toMatchObject([{ id: HOST }]);
  });

  test('others’ reactions need MANAGE_MESSAGES', async () => {
    withoutPermissions(harness.simulator, P.ManageMessages);
    for (const path of ['', `/${wave}`, `/${wave}/${HOST}`]) {
      expect(await harness.refuse(`DELETE ${message}/reactions${path}`)).toEqual([403, 50013]);
    }
  });
});
