import { afterEach, expect, test } from 'vitest';
import { errorOf, type HostileClient, startHostileClient, token } from './hostile-client.ts';
import { type Misbehave, sendJson, sendPage } from './hostile-server.ts';

const roles = '/guilds/111122223333444455/roles';
const unauthorized: Misbehave = (_request, response) =>
  sendJson(response, 401, { message: '401: Unauthorized', code: 0 });

let hostile: HostileClient | undefined;
const start = async (misbehave: Misbehave, options = {}) => {
  hostile = await startHostileClient(misbehave, options);
  return hostile;
};
afterEach(async () => {
  await hostile?.close();
  hostile = undefined;
});

test('the token is sent as Discord takes it, however it was written', async () => {
  const { connect, server } = await start((_request, response) => sendJson(response, 200, []), {
    token: ` Bot ${token}\n`,
  });
  await (await connect('read')).get(roles);
  expect(server.requests[0]?.headers.authorization).toBe(`Bot ${token}`);
});

test('after one 401 no more requests leave, and every call says what to do', async () => {
  const { connect, server } = await start(unauthorized);
  const discord = await connect('read');
  for (let call = 0; call < 3; call += 1) {
    const error = await errorOf(discord.get(roles));
    expect(error.toJSON()).toMatchObject({
      code: 'DISCORD_UNAUTHORIZED',
      outcome: 'not_applied',
      retriable: false,
      message: expect.stringContaining('Reset Token'),
    });
  }
  expect(server.requests).toHaveLength(1);
});

test('requests that wait in the queue behind a 401 never leave it', async () => {
  const { connect, server } = await start(unauthorized);
  const discord = await connect('read');
  const errors = await Promise.all(Array.from({ length: 20 }, () => errorOf(discord.get(roles))));
  expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['DISCORD_UNAUTHORIZED']));
  expect(server.requests).toHaveLength(1);
});

test('a new token lets requests leave again', async () => {
  const { connect, client, server } = await start((request, response) =>
    request.headers.authorization === 'Bot new.token.here'
      ? sendJson(response, 200, [])
      : unauthorized(request, response),
  );
  const discord = await connect('read');
  await errorOf(discord.get(roles));
  client.setToken('new.token.here');
  expect(await discord.get(roles)).toEqual([]);
  expect(server.requests).toHaveLength(2);
});

test('the late refusal of an old token does not condemn the new one', async () => {
  const answers: (() => unknown)[] = [];
  const { connect, client } = await start((request, response) => {
    if (request.index > 0) return sendJson(response, 200, []);
    answers.push(() => unauthorized(request, response));
  });
  const discord = await connect('read');
  const first = errorOf(discord.get(roles));
  await expect.poll(() => answers.length).toBe(1);
  client.setToken('new.token.here');
  expect(await discord.get('/users/@me')).toEqual([]);
  answers[0]?.();
  await first;
  expect(await discord.get('/users/@me')).toEqual([]);
});

test.each([undefined, '', '  \n'])(
  'without a token (%j) nothing is sent, and the call says how to set one',
  async (absent) => {
    const { connect, client, server } = await start(unauthorized, { token: absent });
    const error = await errorOf((await connect('read')).get(roles));
    expect(error.code).toBe('DISCORD_UNAUTHORIZED');
    expect(error.message).toContain('DISCORD_TOKEN');
    expect(error.message).toContain('DISCORD_TOKEN_FILE');
    expect((await errorOf(client.botId())).code).toBe('DISCORD_UNAUTHORIZED');
    expect(server.requests).toHaveLength(0);
  },
);

test('what a call without a token is told can be chosen', async () => {
  const { connect } = await start(unauthorized, { token: undefined, noTokenMessage: 'Ask Ann.' });
  expect((await errorOf((await connect('read')).get(roles))).message).toBe('Ask Ann.');
});

test('a token that no header can hold is told, not sent', async () => {
  const { connect, server } = await start(unauthorized, { token: 'two\nlines' });
  const error = await errorOf((await connect('read')).get(roles));
  expect(error.toJSON()).toMatchObject({ code: 'DISCORD_UNAUTHORIZED' });
  expect(error.message).not.toContain('two');
  expect(server.requests).toHaveLength(0);
});

test('a webhook needs no bot token, and its 401 says nothing of the bot token', async () => {
  const { connect, server } = await start((request, response) =>
    request.path.startsWith('/webhooks')
      ? sendJson(response, 401, { message: 'Invalid Webhook Token', code: 50027 })
      : sendJson(response, 200, []),
  );
  const discord = await connect('once');
  const route = '/webhooks/888899990000111122/wrong-token';
  const error = await errorOf(discord.post(route, { body: {}, auth: false }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_INVALID_REQUEST',
    details: { discord_code: 50027 },
  });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  await errorOf(discord.post(route, { body: {} }));
  expect(await discord.get(roles)).toEqual([]);
});

test('a page with a 401 comes from a proxy and says nothing of the token', async () => {
  const { connect, server } = await start((request, response) =>
    request.index === 0 ? sendPage(response, 401) : sendJson(response, 200, []),
  );
  const discord = await connect('read');
  expect((await errorOf(discord.get(roles))).code).toBe('DISCORD_BLOCKED');
  expect(await discord.get(roles)).toEqual([]);
  expect(server.requests).toHaveLength(2);
});

test("the bot's id is read from its token, and asked once where the token does not spell it", async () => {
  const { client, server } = await start((_request, response) =>
    sendJson(response, 200, { id: '999988887777666655' }),
  );
  expect(await client.botId()).toBe('123456789012345678');
  expect(server.requests).toHaveLength(0);
  client.setToken('opaque');
  expect(await client.botId()).toBe('999988887777666655');
  expect(await client.botId()).toBe('999988887777666655');
  expect(server.requests.map(({ path }) => path)).toEqual(['/users/@me']);
});

test('a token that is read from somewhere is read at the first request, and once', async () => {
  let reads = 0;
  const { connect, server } = await start((_request, response) => sendJson(response, 200, []), {
    token: () => {
      reads += 1;
      return `${token}\n`;
    },
  });
  expect(reads).toBe(0);
  const discord = await connect('read');
  await discord.get(roles);
  await discord.get(roles);
  expect(reads).toBe(1);
  expect(server.requests[0]?.headers.authorization).toBe(`Bot ${token}`);
});

test('a token that cannot be read is told with the reason, and read again by the next call', async () => {
  let readable = false;
  const { connect, server } = await start((_request, response) => sendJson(response, 200, []), {
    token: () => {
      if (!readable) throw new Error('/etc/token: permission denied');
      return token;
    },
  });
  const discord = await connect('read');
  const error = await errorOf(discord.get(roles));
  expect(error.code).toBe('DISCORD_UNAUTHORIZED');
  expect(error.message).toContain('/etc/token: permission denied');
  expect(server.requests).toHaveLength(0);
  readable = true;
  expect(await discord.get(roles)).toEqual([]);
});

test('a source that gives another token after a refusal needs no restart', async () => {
  let current = 'old.token.here';
  const { connect, server } = await start(
    (request, response) =>
      request.headers.authorization === 'Bot new.token.here'
        ? sendJson(response, 200, [])
        : unauthorized(request, response),
    { token: () => current },
  );
  const discord = await connect('read');
  await errorOf(discord.get(roles));
  await errorOf(discord.get(roles));
  expect(server.requests).toHaveLength(1);
  current = 'new.token.here';
  expect(await discord.get(roles)).toEqual([]);
});

test('what a webhook is refused with says nothing of the bot token', async () => {
  const { connect } = await start(unauthorized);
  const route = '/webhooks/888899990000111122/some-token';
  const error = await errorOf((await connect('once')).post(route, { body: {}, auth: false }));
  expect(error.code).toBe('DISCORD_UNAUTHORIZED');
  expect(error.message).not.toContain('bot token');
});
