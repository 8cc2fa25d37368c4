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

const POST = `POST /channels/${CHANNEL.general}/webhooks`;

async function create(channel: string = CHANNEL.general): Promise<{ id: string; path: string }> {
  const { id, token } = await harness.succeed(`POST /channels/${channel}/webhooks`, {
    name: 'News',
  });
  return { id, path: `/webhooks/${id}/${token}` };
}

/** Without the bot's token, as whoever knows the address calls a webhook. */
function anonymously(request: string, body?: unknown) {
  return harness.call(request, body, { token: null });
}

describe('managing', () => {
  test('a webhook is made with a token and an address', async () => {
    harness.simulator.control.setNextIds(['444455556666777788']);
    const webhook = await harness.succeed(POST, { name: 'News' }, { reason: 'feed' });
    expect(webhook).toMatchObject({
      id: '444455556666777788',
      type: 1,
      name: 'News',
      channel_id: CHANNEL.general,
      guild_id: GUILD,
      user: { id: BOT },
    });
    expect(webhook.token).toMatch(/^[\w-]{68}$/);
    const { audit_log_entries, webhooks } = await harness.succeed(
      `GET /guilds/${GUILD}/audit-logs`,
    );
    expect(audit_log_entries).toMatchObject([{ action_type: 50, reason: 'feed' }]);
    expect(webhooks[0]).not.toHaveProperty('token');
  });

  test.each<[string, Json, string[]]>([
    ['no name', {}, ['name: BASE_TYPE_REQUIRED']],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, ['name: BASE_TYPE_BAD_LENGTH']],
    ['a reserved word', { name: 'My Discord' }, ['name: USERNAME_INVALID_CONTAINS']],
    ['another one', { name: 'clyde' }, ['name: USERNAME_INVALID_CONTAINS']],
  ])('%s is refused', async (_, body, expected) => {
    expect(await harness.fieldErrors(POST, body)).toEqual(expected);
  });

  test('webhooks are listed by channel and guild, changed and deleted', async () => {
    const { id } = await create();
    await create(CHANNEL.rules);
    expect(await harness.succeed(`GET /channels/${CHANNEL.general}/webhooks`)).toMatchObject([
      { id },
    ]);
    expect(await harness.succeed(`GET /guilds/${GUILD}/webhooks`)).toHaveLength(2);
    const patch = { name: 'Feed', channel_id: CHANNEL.announcements };
    expect(await harness.succeed(`PATCH /webhooks/${id}`, patch)).toMatchObject(patch);
    expect(await harness.succeed(`GET /webhooks/${id}`)).toMatchObject(patch);
    await harness.succeed(`DELETE /webhooks/${id}`);
    expect(await harness.refuse(`GET /webhooks/${id}`)).toEqual([404, 10015]);
    const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs?limit=2`);
    expect(audit_log_entries).toMatchObject([{ action_type: 52 }, { action_type: 51 }]);
  });

  test('MANAGE_WEBHOOKS is needed', async () => {
    const { id } = await create();
    withoutPermissions(harness.simulator, P.ManageWebhooks);
    for (const request of [
      `GET /channels/${CHANNEL.general}/webhooks`,
      `GET /guilds/${GUILD}/webhooks`,
      `GET /webhooks/${id}`,
      `DELETE /webhooks/${id}`,
    ]) {
      expect(await harness.refuse(request)).toEqual([403, 50013]);
    }
    expect(await harness.refuse(POST, { name: 'x' })).toEqual([403, 50013]);
  });

  test('fifteen in a channel are the most, and threads have none', async () => {
    for (let count = 0; count < 15; count += 1) await create();
    expect(await harness.refuse(POST, { name: 'x' })).toEqual([400, 30007]);
    const thread = await harness.succeed(`POST /channels/${CHANNEL.general}/threads`, {
      name: 't',
      type: 11,
    });
    const path = `POST /channels/${thread.id}/webhooks`;
    expect(await harness.refuse(path, { name: 'x' })).toEqual([400, 50024]);
  });

  test('a channel follower is shown with its source and cannot be executed', async () => {
    const world = harness.simulator.control.world();
    const follower = {
      id: '444455556666777799',
      guild_id: GUILD,
      channel_id: CHANNEL.general,
      type: 2,
      token: 'secret',
      source_guild: { id: '1', name: 'Elsewhere', icon: null },
      source_channel: { id: '2', name: 'news' },
    };
    harness.simulator.control.load({ ...world, webhooks: [follower] });
    const [shown] = await harness.succeed(`GET /guilds/${GUILD}/webhooks`);
    expect(shown).toMatchObject({ type: 2, source_channel: { name: 'news' } });
    expect(shown).not.toHaveProperty('token');
    const path = `POST /webhooks/${follower.id}/secret`;
    expect(await harness.refuse(path, { content: 'a' })).toEqual([401, 50027]);
  });
});

describe('executing', () => {
  test('with wait the message comes back, written by the webhook', async () => {
    const { id, path } = await create();
    const { status, body } = await anonymously(`POST ${path}?wait=true`, {
      content: 'Hello @everyone',
      username: 'Herald',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      content: 'Hello @everyone',
      webhook_id: id,
      author: { id, username: 'Herald', bot: true },
      mention_everyone: true,
    });
  });

  test('without wait there is no body, and a token of the bot does no harm', async () => {
    const { path } = await create();
    expect((await anonymously(`POST ${path}`, { content: 'a' })).status).toBe(204);
    expect((await harness.call(`POST ${path}`, { content: 'b' })).status).toBe(204);
    expect(await harness.succeed(`GET /channels/${CHANNEL.general}/messages`)).toHaveLength(4);
  });

  test('the same request twice sends twice: webhooks have no nonce', async () => {
    const { path } = await create();
    await anonymously(`POST ${path}`, { content: 'a' });
    await anonymously(`POST ${path}`, { content: 'a' });
    const applied = harness.simulator.control.requests().filter((each) => each.applied);
    expect(applied).toHaveLength(3);
  });

  test('an unknown webhook and a wrong token are told apart', async () => {
    const { id } = await create();
    expect(await harness.refuse(`POST /webhooks/${id}/wrong`, { content: 'a' })).toEqual([
      401, 50027,
    ]);
    expect(await harness.refuse('POST /webhooks/1/x', { content: 'a' })).toEqual([404, 10015]);
    expect(await harness.refuse(`GET /webhooks/${id}/wrong`)).toEqual([401, 50027]);
  });

  test('an empty or too long message is refused', async () => {
    const { path } = await create();
    expect(await harness.refuse(`POST ${path}`, {})).toEqual([400, 50006]);
    expect(await harness.fieldErrors(`POST ${path}`, { content: 'x'.repeat(2001) })).toEqual([
      'content: BASE_TYPE_MAX_LENGTH',
    ]);
  });

  test('into a thread of its channel, but of no other', async () => {
    const { path } = await create();
    const inside = await harness.succeed(`POST /channels/${CHANNEL.general}/threads`, {
      name: 't',
      type: 11,
    });
    const outside = await harness.succeed(`POST /channels/${CHANNEL.rules}/threads`, {
      name: 't',
      type: 11,
    });
    const sent = await harness.succeed(`POST ${path}?wait=true&thread_id=${inside.id}`, {
      content: 'a',
    });
    expect(sent.channel_id).toBe(inside.id);
    const wrong = `POST ${path}?thread_id=${outside.id}`;
    expect(await harness.refuse(wrong, { content: 'a' })).toEqual([404, 10003]);
    expect(await harness.refuse(`POST ${path}`, { content: 'a', thread_name: 'x' })).toEqual([
      400, 220003,
    ]);
  });

  test('in a forum it needs a thread, an old one or a new one', async () => {
    const { path } = await create(CHANNEL.help);
    expect(await harness.refuse(`POST ${path}`, { content: 'a' })).toEqual([400, 220001]);
    const body = { content: 'a', thread_name: 'New', applied_tags: ['222233334444666001'] };
    const sent = await harness.succeed(`POST ${path}?wait=true`, body);
    expect(await harness.succeed(`GET /channels/${sent.channel_id}`)).toMatchObject({
      name: 'New',
      parent_id: CHANNEL.help,
      applied_tags: ['222233334444666001'],
    });
    expect(await harness.refuse(`POST ${path}?thread_id=${sent.channel_id}`, body)).toEqual([
      400, 220002,
    ]);
  });

  test('it can hold files and polls', async () => {
    const { path } = await create();
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ content: 'log' }));
    form.set('files[0]', new File(['abc'], 'a.log'));
    const { attachments } = await harness.succeed(`POST ${path}?wait=true`, undefined, { form });
    expect(attachments).toMatchObject([{ filename: 'a.log' }]);
    const poll = { question: { text: 'a' }, answers: [{ poll_media: { text: 'b' } }] };
    expect((await harness.succeed(`POST ${path}?wait=true`, { poll })).poll.answers).toHaveLength(
      1,
    );
  });
});

test('components of a webhook without application need with_components', async () => {
  const world = harness.simulator.control.world();
  const webhook = { id: '444455556666777799', guild_id: GUILD, channel_id: CHANNEL.general };
  harness.simulator.control.load({ ...world, webhooks: [{ ...webhook, token: 'secret' }] });
  const path = `/webhooks/${webhook.id}/secret?wait=true`;
  const row = { type: 1, components: [{ type: 2, style: 5, label: 'Web', url: 'https://x.org' }] };
  const body = { content: 'a', components: [row] };
  expect((await harness.succeed(`POST ${path}`, body)).components).toEqual([]);
  const shown = await harness.succeed(`POST ${path}&with_components=true`, body);
  expect(shown.components).toHaveLength(1);
});

describe('with the token alone', () => {
  test('the webhook is shown without its maker, renamed and deleted', async () => {
    const { id, path } = await create();
    const { body } = await anonymously(`GET ${path}`);
    expect(body).toMatchObject({ id, name: 'News' });
    expect(body).not.toHaveProperty('user');
    expect((await anonymously(`PATCH ${path}`, { name: 'Feed' })).body.name).toBe('Feed');
    expect((await anonymously(`DELETE ${path}`)).status).toBe(204);
    expect((await anonymously(`GET ${path}`)).body.code).toBe(10015);
  });

  test('its own messages are read, edited and deleted, and no others', async () => {
    const { path } = await create();
    const { body } = await anonymously(`POST ${path}?wait=true`, { content: 'a' });
    const message = `${path}/messages/${body.id}`;
    expect((await anonymously(`GET ${message}`)).body.content).toBe('a');
    expect((await anonymously(`PATCH ${message}`, { content: 'b' })).body.content).toBe('b');
    expect((await anonymously(`DELETE ${message}`)).status).toBe(204);
    expect((await anonymously(`GET ${message}`)).body.code).toBe(10008);
    const other = `GET ${path}/messages/1200000000000000001`;
    expect((await anonymously(other)).body.code).toBe(10008);
  });

  test('the bot does not edit what its webhook wrote', async () => {
    const { path } = await create();
    const { body } = await anonymously(`POST ${path}?wait=true`, { content: 'a' });
    const edit = `PATCH /channels/${CHANNEL.general}/messages/${body.id}`;
    expect(await harness.refuse(edit, { content: 'b' })).toEqual([403, 50005]);
  });
});

test('mentions of a webhook follow allowed_mentions', async () => {
  const { path } = await create();
  const sent = await harness.succeed(`POST ${path}?wait=true`, {
    content: `<@${HOST}> @everyone`,
    allowed_mentions: { parse: [] },
  });
  expect(sent).toMatchObject({ mentions: [], mention_everyone: false });
});
