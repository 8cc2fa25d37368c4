import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { botToken } from '../../src/index.ts';
import { BOT, CHANNEL, GUILD, type Harness, HOST, NOON, startHarness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
});
afterAll(() => harness.close());

describe('addresses', () => {
  test('the API answers with and without its version, and no other version', async () => {
    const { url, token } = harness.simulator;
    const headers = { authorization: `Bot ${token}` };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
    for (const base of [url, `${url}/v10`]) {
      expect((await fetch(`${base}/users/@me`, { headers })).status).toBe(200);
    }
    const old = await fetch(`${url}/v6/users/@me`, { headers });
    expect([old.status, await old.json()]).toEqual([
      400,
      { message: 'Invalid API version', code: 50041 },
    ]);
  });

  test.each(['/', '/nowhere', '/guilds', `/guilds/${GUILD}/nowhere`, '/users//', '/%E0%A4%A'])(
    '%s is not found',
    async (path) => {
      const { status, body } = await harness.call(`GET ${path}`);
      expect([status, body]).toEqual([404, { message: '404: Not Found', code: 0 }]);
    },
  );

  test('outside of /api there is nothing', async () => {
    const response = await fetch(harness.simulator.url.replace('/api', '/apix'));
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: '404: Not Found', code: 0 },
    ]);
  });

  test('a wrong method is told apart from a wrong address', async () => {
    const { status, body } = await harness.call('PUT /users/@me');
    expect([status, body]).toEqual([405, { message: '405: Method Not Allowed', code: 0 }]);
    expect((await harness.call(`POST /guilds/${GUILD}/members/search`)).status).toBe(405);
  });

  test('literal parts of an address win over parameters', async () => {
    await harness.succeed(`GET /channels/${CHANNEL.general}/messages/pins`);
    await harness.succeed(`GET /guilds/${GUILD}/members/search?query=r`);
    await harness.succeed(`GET /guilds/${GUILD}/roles/member-counts`);
    const routes = harness.simulator.control.requests().map(({ route }) => route);
    expect(routes).toEqual([
      '/channels/{channel_id}/messages/pins',
      '/guilds/{guild_id}/members/search',
      '/guilds/{guild_id}/roles/member-counts',
    ]);
  });

  test('an id that is none is a field error', async () => {
    expect(await harness.fieldErrors('GET /channels/general')).toEqual([
      'channel_id: NUMBER_TYPE_COERCE',
    ]);
  });
});

describe('tokens', () => {
  test.each([
    ['no token', null],
    ['a wrong one', 'abc'],
    ['that of a person', botToken(HOST)],
    ['that of nobody', botToken('42')],
    ['one with another end', `${botToken(BOT)}x`],
  ])('%s is 401', async (_, token) => {
    const { status, body } = await harness.call('GET /users/@me', undefined, { token });
    expect([status, body]).toEqual([401, { message: '401: Unauthorized', code: 0 }]);
  });

  test('the scheme must be Bot', async () => {
    const headers = { authorization: `Bearer ${harness.simulator.token}` };
    const { status } = await harness.call('GET /users/@me', undefined, { token: null, headers });
    expect(status).toBe(401);
  });

  test('the default token is the one of the documentation', () => {
    expect(harness.simulator.token).toBe('MTIzNDU2Nzg5MDEyMzQ1Njc4.sim.token');
  });

  test('every bot of the world has one', async () => {
    const other = '444455556666777711';
    const world = harness.simulator.control.world();
    const users = [...world.users, { id: other, username: 'second', bot: true }];
    harness.simulator.control.load({ ...world, users });
    const me = await harness.succeed('GET /users/@me', undefined, { token: botToken(other) });
    expect(me.username).toBe('second');
    expect(harness.simulator.control.requests().at(-1)?.user_id).toBe(other);
  });
});

describe('bodies', () => {
  const path = `/channels/${CHANNEL.general}/messages`;

  test('what is not JSON is told so', async () => {
    const response = await fetch(`${harness.simulator.url}/v10${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${harness.simulator.token}`,
        'content-type': 'application/json',
      },
      body: '{"content":',
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'The request body contains invalid JSON.', code: 50109 },
    ]);
  });

  test.each([[[]], ['text'], [1], [null]])('%j is no object', async (body) => {
    const { body: answer } = await harness.call(`PATCH /channels/${CHANNEL.general}`, body);
    expect(answer.code).toBe(50035);
  });

  test('a form without payload_json is read field by field', async () => {
    const form = new FormData();
    form.set('content', 'plain');
    expect((await harness.succeed(`POST ${path}`, undefined, { form })).content).toBe('plain');
  });

  test('answers are JSON, and 204 has no body', async () => {
    const { headers } = await harness.call('GET /users/@me');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const empty = await harness.call(`POST /channels/${CHANNEL.general}/typing`);
    expect([empty.status, empty.body, empty.headers.get('content-type')]).toEqual([204, '', null]);
  });

  test('names of fields that every object has are not mistaken for fields', async () => {
    expect(await harness.refuse(`POST ${path}`, { constructor: 'x', toString: 1 })).toEqual([
      400, 50006,
    ]);
  });
});

test('two requests at once are two whole changes', async () => {
  const send = (content: string) =>
    harness.succeed(`POST /channels/${CHANNEL.general}/messages`, { content });
  const sent = await Promise.all(Array.from({ length: 20 }, (_, index) => send(`m${index}`)));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
});
