import { afterEach, expect, test } from 'vitest';
import { errorOf, type HostileClient, startHostileClient } from './hostile-client.ts';
import { type Misbehave, sendJson } from './hostile-server.ts';

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

const forbidden: Misbehave = (_request, response) =>
  sendJson(response, 403, { message: 'No', code: 20012 });

test('a bot that is refused again and again stops before Discord bans it, and starts again in time', async () => {
  let now = 1_000_000;
  const { connect, server } = await start(forbidden, {
    clock: { now: () => now },
    limits: { invalidRequests: 3 },
  });
  const discord = await connect('read');
  for (let call = 0; call < 3; call += 1) {
    expect((await errorOf(discord.get(roles))).code).toBe('DISCORD_PERMISSION_DENIED');
  }
  const stopped = await errorOf(discord.get(roles));
  expect(stopped.toJSON()).toMatchObject({
    code: 'DISCORD_RATE_LIMITED',
    outcome: 'not_applied',
    retriable: true,
  });
  expect(server.requests).toHaveLength(3);
  now += stopped.retryAfterMs ?? 0;
  expect((await errorOf(discord.get(roles))).code).toBe('DISCORD_PERMISSION_DENIED');
  expect(server.requests).toHaveLength(4);
});

test('limits that a channel shares with others do not count as invalid', async () => {
  const { connect, server } = await start(
    ({ index }, response) =>
      index < 5
        ? sendJson(response, 429, { retry_after: 0.001 }, { 'x-ratelimit-scope': 'shared' })
        : sendJson(response, 200, []),
    { limits: { invalidRequests: 3 } },
  );
  expect(await (await connect('read')).get(roles)).toEqual([]);
  expect(server.requests).toHaveLength(6);
});

test('requests that wait in the queue are stopped with the others', async () => {
  const { connect, server } = await start(forbidden, { limits: { invalidRequests: 2 } });
  const discord = await connect('read');
  await Promise.all(Array.from({ length: 10 }, () => errorOf(discord.get(roles))));
  expect(server.requests).toHaveLength(2);
});

test('a webhook that is gone is not called again', async () => {
  const { connect, server } = await start((_request, response) =>
    sendJson(response, 404, { message: 'Unknown Webhook', code: 10015 }),
  );
  const discord = await connect('once');
  for (let call = 0; call < 3; call += 1) {
    const route = '/webhooks/888899990000111122/some-token';
    const error = await errorOf(discord.post(route, { body: {}, auth: false }));
    expect(error.toJSON()).toMatchObject({
      code: 'DISCORD_NOT_FOUND',
      details: { discord_code: 10015 },
    });
  }
  expect(server.requests).toHaveLength(1);
  const other = '/webhooks/888899990000111133/some-token';
  await errorOf(discord.post(other, { body: {}, auth: false }));
  expect(server.requests).toHaveLength(2);
});

test('a message of a webhook that is gone does not take the webhook with it', async () => {
  const { connect, server } = await start((_request, response) =>
    sendJson(response, 404, { message: 'Unknown Message', code: 10008 }),
  );
  const discord = await connect('once');
  const route = '/webhooks/888899990000111122/some-token/messages/999900001111222233';
  await errorOf(discord.get(route, { auth: false }));
  await errorOf(discord.get(route, { auth: false }));
  expect(server.requests).toHaveLength(2);
});

test('a server that is down is left alone for a while, then tried with one request', async () => {
  let now = 1_000_000;
  let down = true;
  const { connect, server } = await start(
    (_request, response) =>
      down ? sendJson(response, 500, {}) : sendJson(response, 200, { id: '1' }),
    {
      clock: { now: () => now },
      limits: { retries: 0, faultsInARow: 2, faultPauseMs: 5_000 },
    },
  );
  const discord = await connect('read');
  await errorOf(discord.get(roles));
  await errorOf(discord.get(roles));
  const refused = await errorOf(discord.get(roles));
  expect(refused.toJSON()).toMatchObject({
    code: 'DISCORD_UNAVAILABLE',
    outcome: 'not_applied',
    retriable: true,
    retry_after_ms: 5_000,
  });
  expect(server.requests).toHaveLength(2);
  now += 5_000;
  await errorOf(discord.get(roles));
  await errorOf(discord.get(roles));
  expect(server.requests).toHaveLength(3);
  now += 5_000;
  down = false;
  expect(await discord.get(roles)).toEqual({ id: '1' });
  expect(await discord.get(roles)).toEqual({ id: '1' });
});

test.each([
  '/channels/222233334444555566/messages/888899990000111122/reactions/..',
  '/invites/%2e%2E',
  '/invites/.',
  '/invites/',
  '/invites/a\\..\\b',
  '/invites/a?with=more',
  '/invites/a#b',
  '/invites/a b',
  'invites/a',
])('a route that would become another one is refused: %s', async (route) => {
  const { connect, server } = await start((_request, response) => sendJson(response, 204, null));
  const error = await errorOf((await connect('idempotent')).delete(route));
  expect(error.toJSON()).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not_applied' });
  expect(server.requests).toHaveLength(0);
});
