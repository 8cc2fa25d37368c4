import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BOT,
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
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

const POST = `POST /channels/${CHANNEL.general}/messages`;
const GET = `GET /channels/${CHANNEL.general}/messages`;

describe('sending', () => {
  test('a message carries the planned id, the time of the clock and the bot as author', async () => {
    harness.simulator.control.setNextIds(['888899990000111122']);
    const message = await harness.succeed(POST, { content: '  Hello  ' });
    expect(message).toMatchObject({
      id: '888899990000111122',
      channel_id: CHANNEL.general,
      content: 'Hello',
      type: 0,
      timestamp: '2030-01-01T12:00:00+00:00',
      edited_timestamp: null,
      author: { id: BOT, bot: true },
      pinned: false,
    });
    expect((await harness.succeed(`${GET}/888899990000111122`)).content).toBe('Hello');
    expect((await harness.succeed(`GET /channels/${CHANNEL.general}`)).last_message_id).toBe(
      '888899990000111122',
    );
  });

  test.each([
    ['nothing', {}],
    ['white space', { content: '   ' }],
    ['an empty embed', { embeds: [{}] }],
    ['empty lists', { embeds: [], sticker_ids: [], components: [] }],
  ])('a message of %s is empty', async (_, body) => {
    expect(await harness.refuse(POST, body)).toEqual([400, 50006]);
  });

  test('every field error is told at once, at its place', async () => {
    const errors = await harness.fieldErrors(POST, {
      content: 'x'.repeat(2001),
      nonce: 'n'.repeat(26),
      embeds: [
        { title: 't'.repeat(257), fields: [{ name: 'a' }, { name: '', value: 'b' }], color: -1 },
        { url: 'ftp://x', image: { url: 'no address' }, footer: {} },
      ],
      allowed_mentions: { parse: ['users', 'nobody'], users: ['1'] },
      message_reference: {},
      poll: { question: { text: '' }, answers: [] },
      flags: 'many',
    });
    expect(errors.sort()).toEqual([
      'allowed_mentions.parse.1: BASE_TYPE_CHOICES',
      'allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
      'content: BASE_TYPE_MAX_LENGTH',
      'embeds.0.color: NUMBER_TYPE_MIN',
      'embeds.0.fields.0.value: BASE_TYPE_REQUIRED',
      'embeds.0.fields.1.name: BASE_TYPE_REQUIRED',
      'embeds.0.title: BASE_TYPE_MAX_LENGTH',
      'embeds.1.footer.text: BASE_TYPE_REQUIRED',
      'embeds.1.image.url: URL_TYPE_INVALID_URL',
      'embeds.1.url: URL_TYPE_INVALID_SCHEME',
      'flags: NUMBER_TYPE_COERCE',
      'message_reference.message_id: BASE_TYPE_REQUIRED',
      'nonce: BASE_TYPE_MAX_LENGTH',
      'poll.answers: BASE_TYPE_REQUIRED',
      'poll.question.text: BASE_TYPE_REQUIRED',
    ]);
  });

  test.each([
    ['2000 characters of text', { content: 'x'.repeat(2000) }],
    ['2000 emoji of two code units', { content: '😀'.repeat(2000) }],
    ['ten embeds', { embeds: Array.from({ length: 10 }, () => ({ title: 'a' })) }],
    [
      '6000 characters in embeds',
      { embeds: [{ description: 'x'.repeat(4096) }, { description: 'x'.repeat(1904) }] },
    ],
  ])('%s are just allowed', async (_, body) => {
    await harness.succeed(POST, body);
  });

  test.each([
    [
      '11 embeds',
      { embeds: Array.from({ length: 11 }, () => ({ title: 'a' })) },
      ['embeds: BASE_TYPE_MAX_LENGTH'],
    ],
    [
      '6001 characters in embeds',
      { embeds: [{ description: 'x'.repeat(4096) }, { description: 'x'.repeat(1905) }] },
      ['embeds: MAX_EMBED_SIZE_EXCEEDED'],
    ],
    [
      '26 fields',
      { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: 'a', value: 'b' })) }] },
      ['embeds.0.fields: BASE_TYPE_MAX_LENGTH'],
    ],
    ['four stickers', { sticker_ids: ['1', '2', '3', '4'] }, ['sticker_ids: BASE_TYPE_MAX_LENGTH']],
    ['a list for text', { content: ['a'] }, ['content: STRING_TYPE_CONVERT']],
    ['text for a list', { embeds: 'a' }, ['embeds: LIST_TYPE_CONVERT']],
    ['text for an object', { allowed_mentions: 'none' }, ['allowed_mentions: MODEL_TYPE_CONVERT']],
  ])('%s are refused', async (_, body, expected) => {
    expect(await harness.fieldErrors(POST, body)).toEqual(expected);
  });

  test('a full embed comes back as it was sent', async () => {
    const embed = {
      title: 'Office hours',
      description: 'Every Tuesday',
      url: 'https://example.com/',
      color: 0x336699,
      timestamp: '2030-01-01T17:00:00+00:00',
      author: { name: 'Robin', url: 'https://example.com/robin' },
      footer: { text: 'See you' },
      image: { url: 'https://example.com/a.png' },
      thumbnail: { url: 'https://example.com/b.png' },
      fields: [{ name: 'Where', value: 'Here', inline: true }],
    };
    const { embeds } = await harness.succeed(POST, { embeds: [embed] });
    expect(embeds).toEqual([{ type: 'rich', ...embed }]);
  });

  test('an unknown sticker is refused', async () => {
    expect(await harness.refuse(POST, { sticker_ids: ['1'] })).toEqual([400, 50081]);
  });

  test.each([
    ['a category', CHANNEL.information, 50008],
    ['a forum', CHANNEL.help, 50008],
    ['a channel that is hidden', CHANNEL.owners, 50001],
    ['a channel that is not there', '999999999999999999', 10003],
  ])('%s takes no messages', async (_, channel, code) => {
    const [, seen] = await harness.refuse(`POST /channels/${channel}/messages`, { content: 'a' });
    expect(seen).toBe(code);
  });

  test.each([
    ['SEND_MESSAGES', P.SendMessages, { content: 'a' }],
    ['EMBED_LINKS', P.EmbedLinks, { embeds: [{ title: 'a' }] }],
    ['SEND_TTS_MESSAGES', P.SendTTSMessages, { content: 'a', tts: true }],
    [
      'SEND_POLLS',
      P.SendPolls,
      { poll: { question: { text: 'a' }, answers: [{ poll_media: { text: 'b' } }] } },
    ],
  ])('%s is needed', async (_, bit, body) => {
    withoutPermissions(harness.simulator, bit);
    expect(await harness.refuse(POST, body)).toEqual([403, 50013]);
  });
});

describe('mentions', () => {
  const content = `<@${HOST}> <@&${ROLE.host}> <@&${ROLE.admin}> @everyone <@999999999999999999>`;

  test('without allowed_mentions everything that may be pinged is', async () => {
    expect(await harness.succeed(POST, { content })).toMatchObject({
      mentions: [{ id: HOST }],
      mention_roles: [ROLE.host, ROLE.admin],
      mention_everyone: true,
    });
  });

  test('with an empty parse nothing is pinged', async () => {
    const body = { content, allowed_mentions: { parse: [] } };
    expect(await harness.succeed(POST, body)).toMatchObject({
      mentions: [],
      mention_roles: [],
      mention_everyone: false,
    });
  });

  test('with a list only the listed are pinged', async () => {
    const body = { content, allowed_mentions: { roles: [ROLE.host], parse: ['everyone'] } };
    expect(await harness.succeed(POST, body)).toMatchObject({
      mentions: [],
      mention_roles: [ROLE.host],
      mention_everyone: true,
    });
  });

  test('without MENTION_EVERYONE only mentionable roles are pinged', async () => {
    withoutPermissions(harness.simulator, P.MentionEveryone);
    expect(await harness.succeed(POST, { content })).toMatchObject({
      mention_roles: [ROLE.host],
      mention_everyone: false,
    });
  });
});

describe('replies and forwards', () => {
  const target = '1200000000000000002';

  test('a reply names, holds and pings what it replies to', async () => {
    const reply = await harness.succeed(POST, {
      content: 'yes',
      message_reference: { message_id: target },
    });
    expect(reply).toMatchObject({
      type: 19,
      message_reference: { message_id: target, channel_id: CHANNEL.general, guild_id: GUILD },
      referenced_message: { id: target },
      mentions: [{ id: HOST }],
    });
  });

  test('a reply pings nobody when allowed_mentions leaves replied_user out', async () => {
    const reply = await harness.succeed(POST, {
      content: 'yes',
      message_reference: { message_id: target },
      allowed_mentions: { parse: [] },
    });
    expect(reply.mentions).toEqual([]);
  });

  test('a reply to nothing is refused, or sent plainly when that is wished', async () => {
    const message_reference = { message_id: '1200000000000000999' };
    expect(await harness.fieldErrors(POST, { content: 'a', message_reference })).toEqual([
      'message_reference: MESSAGE_REFERENCE_UNKNOWN_MESSAGE',
    ]);
    const sent = await harness.succeed(POST, {
      content: 'a',
      message_reference: { ...message_reference, fail_if_not_exists: false },
    });
    expect(sent.type).toBe(0);
  });

  test('a system message takes no reply', async () => {
    await harness.succeed(`PUT /channels/${CHANNEL.general}/messages/pins/${target}`);
    const [notice] = await harness.succeed(`${GET}?limit=1`);
    expect(notice.type).toBe(6);
    expect(
      await harness.fieldErrors(POST, {
        content: 'a',
        message_reference: { message_id: notice.id },
      }),
    ).toEqual(['message_reference: REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE']);
  });

  test('a reply needs READ_MESSAGE_HISTORY', async () => {
    withoutPermissions(harness.simulator, P.ReadMessageHistory);
    const body = { content: 'a', message_reference: { message_id: target } };
    expect(await harness.refuse(POST, body)).toEqual([403, 160002]);
  });

  test('a forward carries a snapshot and needs no text', async () => {
    const forward = await harness.succeed(`POST /channels/${CHANNEL.rules}/messages`, {
      message_reference: { type: 1, message_id: target, channel_id: CHANNEL.general },
    });
    expect(forward).toMatchObject({
      type: 0,
      content: '',
      message_reference: { type: 1, message_id: target },
      message_snapshots: [{ message: { content: 'Hello everybody.' } }],
    });
  });
});
