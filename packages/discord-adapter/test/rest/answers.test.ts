import { afterEach, expect, test } from 'vitest';
import { errorOf, type HostileClient, startHostileClient } from './hostile-client.ts';
import { type Misbehave, sendJson, sendPage } from './hostile-server.ts';

const roles = '/guilds/111122223333444455/roles';

let hostile: HostileClient | undefined;
const start = async (misbehave: Misbehave, options = {}) => {
  hostile = await startHostileClient(misbehave, options);
  return hostile;
};
afterEach(async () => {
  await hostile?.close();
  hostile = undefined;
});

const stalled: Misbehave = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":');
};

test('a body that stalls is given up in time: a read says so', async () => {
  const { connect, server } = await start(stalled, {
    limits: { requestTimeoutMs: 50, retries: 1 },
  });
  const error = await errorOf((await connect('read')).get(roles));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_TIMEOUT',
    outcome: 'not_applied',
    retriable: true,
  });
  expect(server.requests).toHaveLength(2);
});

test('a body that stalls after a 200 to a write tells that the write was applied', async () => {
  const { connect, server } = await start(stalled, { limits: { requestTimeoutMs: 50 } });
  const error = await errorOf((await connect('once')).post(roles, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_UNAVAILABLE',
    outcome: 'applied',
    retriable: false,
    message: expect.stringContaining('It was applied'),
  });
  expect(server.requests).toHaveLength(1);
});

test.each([30, 90, 400])(
  'a server error of %i kB that ends with a closed connection harms nobody',
  async (kilobytes) => {
    const { connect, server } = await start(({ index }, response) => {
      if (index > 0) return sendJson(response, 200, []);
      response.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
      response.write(`{"message":"${'x'.repeat(kilobytes * 1024)}"}`, () => response.destroy());
    });
    expect(await (await connect('read')).get(roles)).toEqual([]);
    expect(server.requests).toHaveLength(2);
  },
);

test('a page of Cloudflare in place of a 403 is told as a block, with no look for permissions', async () => {
  const { connect, server } = await start((_request, response) => sendPage(response, 403));
  const error = await errorOf((await connect('once')).post(roles, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_BLOCKED',
    outcome: 'not_applied',
    retriable: false,
  });
  expect(error.message).toContain('Cloudflare');
  expect(server.requests).toHaveLength(1);
});

test('a ban told with a 429 is not waited out and not asked about again', async () => {
  const { connect, server } = await start((_request, response) => {
    response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '1' });
    response.end('error code: 1015');
  });
  const error = await errorOf((await connect('read')).get(roles));
  expect(error.code).toBe('DISCORD_BLOCKED');
  expect(server.requests).toHaveLength(1);
});

test("Discord's own word for a block of Cloudflare is one too", async () => {
  const { connect } = await start((_request, response) =>
    sendJson(response, 429, { message: 'You are being blocked.', code: 40333 }),
  );
  const error = await errorOf((await connect('read')).get(roles));
  expect(error.code).toBe('DISCORD_BLOCKED');
});

test('a page in place of a server error is repeated like the error itself', async () => {
  const { connect, server } = await start(({ index }, response) =>
    index === 0 ? sendPage(response, 502) : sendJson(response, 200, { id: '1' }),
  );
  expect(await (await connect('once')).post(roles, { body: {} })).toEqual({ id: '1' });
  expect(server.requests).toHaveLength(2);
});

const brokenJson: Misbehave = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"id": "1"');
};

test('a 200 whose JSON is broken fails a read, which may be tried again', async () => {
  const { connect, server } = await start(brokenJson, { limits: { retries: 2 } });
  const error = await errorOf((await connect('read')).get(roles));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_UNAVAILABLE',
    outcome: 'not_applied',
    retriable: true,
  });
  expect(server.requests).toHaveLength(3);
});

test('a 200 whose JSON is broken tells that a write was applied, and is not repeated', async () => {
  const { connect, server } = await start(brokenJson);
  const error = await errorOf((await connect('once')).post(roles, { body: {} }));
  expect(error.toJSON()).toMatchObject({ outcome: 'applied', retriable: false });
  expect(server.requests).toHaveLength(1);
});

test('a 200 with a page leaves open whether a write was applied', async () => {
  const { connect, server } = await start((_request, response) => sendPage(response, 200));
  const error = await errorOf((await connect('once')).post(roles, { body: {} }));
  expect(error.toJSON()).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });
  expect(server.requests).toHaveLength(1);
});

test('a connection that breaks in the middle of a 200 tells that a write was applied', async () => {
  const { connect, server } = await start((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{"id"', () => response.destroy());
  });
  const error = await errorOf((await connect('once')).post(roles, { body: {} }));
  expect(error.toJSON()).toMatchObject({ outcome: 'applied', retriable: false });
  expect(server.requests).toHaveLength(1);
});

test('a redirect is not followed: the token goes to nobody else', async () => {
  const { connect, server } = await start((_request, response) => {
    response.writeHead(302, { location: '/elsewhere' });
    response.end();
  });
  const error = await errorOf((await connect('read')).get(roles));
  expect(error.code).toBe('DISCORD_BLOCKED');
  expect(server.requests).toHaveLength(1);
});

test('an answer without end is cut off', async () => {
  const { connect } = await start(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`[${'1,'.repeat(5_000)}1]`);
    },
    { limits: { answerBytes: 1_000, retries: 0 } },
  );
  const error = await errorOf((await connect('read')).get(roles));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_UNAVAILABLE',
    details: { network_code: 'ANSWER_TOO_LONG' },
  });
});

test.each([
  ['no content', 204, undefined],
  ['created', 201, { id: '2' }],
  ['nothing there', 200, null],
])('every success comes back as it is: %s', async (_what, status, body) => {
  const { connect } = await start((_request, response) => sendJson(response, status, body));
  expect(await (await connect('once')).post(roles, { body: {} })).toEqual(body);
});

test('an index that is being built is asked again after as long as Discord says', async () => {
  const { connect, server, waits } = await start(({ index }, response) =>
    index === 0
      ? sendJson(response, 202, {
          message: 'Index not yet available.',
          code: 110000,
          retry_after: 2,
        })
      : sendJson(response, 200, { messages: [] }),
  );
  const found = await (await connect('read')).get('/guilds/111122223333444455/messages/search');
  expect(found).toEqual({ messages: [] });
  expect(waits).toEqual([2_000]);
  expect(server.requests).toHaveLength(2);
});

test.each([null, 'text', 7, []])('an error body of %j is borne', async (body) => {
  const { connect } = await start((_request, response) => sendJson(response, 400, body));
  const error = await errorOf((await connect('once')).post(roles, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_INVALID_REQUEST',
    outcome: 'not_applied',
  });
});

test('query, reason, files and body arrive as Discord takes them', async () => {
  const { connect, server } = await start((_request, response) => sendJson(response, 200, {}));
  const discord = await connect('once');
  await discord.get(roles, { query: { limit: 5, all: true, before: undefined } });
  await discord.post(roles, { body: { name: 'é' }, reason: 'weil’s so ist \ud800' });
  await discord.post(roles, {
    body: { content: 'with a file' },
    files: [{ name: 'a.txt', data: new TextEncoder().encode('inside'), contentType: 'text/plain' }],
  });
  const [read, write, upload] = server.requests;
  expect(read?.path).toBe(`${roles}?limit=5&all=true`);
  expect(write?.body).toEqual({ name: 'é' });
  expect(decodeURIComponent(String(write?.headers['x-audit-log-reason']))).toBe(
    'weil’s so ist \ufffd',
  );
  expect(upload?.headers['content-type']).toMatch(/^multipart\/form-data/);
  expect(upload?.body).toContain('name="files[0]"; filename="a.txt"');
  expect(upload?.body).toContain('{"content":"with a file"}');
});
