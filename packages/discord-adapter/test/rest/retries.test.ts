import { afterEach, expect, test } from 'vitest';
import { errorOf, type HostileClient, startHostileClient } from './hostile-client.ts';
import { type Misbehave, sendJson } from './hostile-server.ts';

const messages = '/channels/222233334444555566/messages';
const role = '/guilds/111122223333444455/members/777788889999000011/roles/555566667777888899';

let hostile: HostileClient | undefined;
const start = async (misbehave: Misbehave, options = {}) => {
  hostile = await startHostileClient(misbehave, options);
  return hostile;
};
afterEach(async () => {
  await hostile?.close();
  hostile = undefined;
});

const silent: Misbehave = () => undefined;
const failing =
  (status: number): Misbehave =>
  (_request, response) =>
    sendJson(response, status, { message: 'Server error', code: 0 });
const dropped: Misbehave = (_request, response) => {
  response.destroy();
};

test('a POST that is not answered in time is sent once, and its outcome is unknown', async () => {
  const { connect, server } = await start(silent, { limits: { requestTimeoutMs: 50 } });
  const error = await errorOf((await connect('once')).post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    outcome: 'unknown',
    retriable: false,
  });
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['a server error', failing(500)],
  ['a gateway timeout', failing(504)],
  ['a dropped connection', dropped],
])('after %s a POST that must not be doubled is not repeated', async (_what, misbehave) => {
  const { connect, server } = await start(misbehave);
  const error = await errorOf((await connect('once')).post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    outcome: 'unknown',
    retriable: false,
  });
  expect(server.requests).toHaveLength(1);
});

test.each([502, 503])('a %i never ran, so even a POST is repeated', async (status) => {
  const { connect, server } = await start((request, response) =>
    request.index < 2 ? failing(status)(request, response) : sendJson(response, 200, { id: '1' }),
  );
  expect(await (await connect('once')).post(messages, { body: {} })).toEqual({ id: '1' });
  expect(server.requests).toHaveLength(3);
});

test('a POST that only ever met 503 was not applied and may be called again', async () => {
  const { connect, server, waits } = await start(failing(503));
  const error = await errorOf((await connect('once')).post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_UNAVAILABLE',
    outcome: 'not_applied',
    retriable: true,
  });
  expect(server.requests).toHaveLength(4);
  expect(waits).toEqual([500, 1_000, 2_000]);
});

test('a connection that is refused was never made, so a POST is repeated', async () => {
  const { connect, server, waits } = await start(silent);
  await server.close();
  const error = await errorOf((await connect('once')).post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_UNAVAILABLE',
    outcome: 'not_applied',
    retriable: true,
    details: { network_code: 'ECONNREFUSED' },
  });
  expect(waits).toHaveLength(3);
});

test.each([
  ['a server error', failing(500)],
  ['a dropped connection', dropped],
])(
  'after %s a message with a nonce is sent again with the same nonce',
  async (_what, misbehave) => {
    const { connect, server } = await start((request, response) =>
      request.index === 0 ? misbehave(request, response) : sendJson(response, 200, { id: '1' }),
    );
    const discord = await connect('keyed');
    const body = { content: 'once', nonce: discord.nonce(0), enforce_nonce: true };
    expect(await discord.post(messages, { body })).toEqual({ id: '1' });
    expect(server.requests.map((request) => request.body)).toEqual([body, body]);
  },
);

test('without its nonce a request of a keyed tool is not repeated', async () => {
  const { connect, server } = await start(dropped);
  const discord = await connect('keyed');
  const body = { content: 'no key', nonce: discord.nonce(0) };
  expect((await errorOf(discord.post(messages, { body }))).code).toBe('OUTCOME_UNKNOWN');
  expect(server.requests).toHaveLength(1);
});

test('a nonce that Discord may have forgotten is not relied upon', async () => {
  let now = 1_000_000;
  const { connect, server } = await start((_request, response) => {
    now += 120_000;
    response.destroy();
  });
  const discord = await connect('keyed', { clock: { now: () => now } });
  const body = { content: 'late', nonce: discord.nonce(0), enforce_nonce: true };
  const error = await errorOf(discord.post(messages, { body }));
  expect(error.toJSON()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retriable: false });
  expect(server.requests).toHaveLength(1);
});

test('a keyed message that was sent and deleted since is told as applied', async () => {
  const { connect } = await start((request, response) =>
    request.index === 0
      ? dropped(request, response)
      : sendJson(response, 404, { message: 'Unknown Message', code: 10008 }),
  );
  const discord = await connect('keyed');
  const body = { content: 'gone', nonce: discord.nonce(0), enforce_nonce: true };
  const error = await errorOf(discord.post(messages, { body }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_NOT_FOUND',
    outcome: 'applied',
    retriable: false,
  });
});

test('an idempotent write is repeated after any passing fault', async () => {
  const faults = [failing(500), dropped, failing(504)];
  const { connect, server } = await start((request, response) => {
    const fault = faults[request.index];
    return fault ? fault(request, response) : sendJson(response, 204, undefined);
  });
  expect(await (await connect('idempotent')).put(role)).toBeUndefined();
  expect(server.requests).toHaveLength(4);
});

test('an idempotent write that stays without answer is unknown, and may be called again', async () => {
  const { connect } = await start(dropped);
  const error = await errorOf((await connect('idempotent')).put(role));
  expect(error.toJSON()).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    outcome: 'unknown',
    retriable: true,
  });
});

test('a delete whose first answer was lost and whose second finds nothing has done its work', async () => {
  const { connect, server } = await start((request, response) =>
    request.index === 0
      ? dropped(request, response)
      : sendJson(response, 404, { message: 'Unknown Message', code: 10008 }),
  );
  const discord = await connect('idempotent');
  expect(await discord.delete(`${messages}/888899990000111122`)).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

test('a delete that finds nothing at once says so', async () => {
  const { connect } = await start((_request, response) =>
    sendJson(response, 404, { message: 'Unknown Message', code: 10008 }),
  );
  const discord = await connect('idempotent');
  const error = await errorOf(discord.delete(`${messages}/888899990000111122`));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_NOT_FOUND',
    outcome: 'not_applied',
    details: { discord_code: 10008 },
  });
});

test('a refusal after a lost answer leaves the outcome unknown', async () => {
  const { connect } = await start((request, response) =>
    request.index === 0
      ? dropped(request, response)
      : sendJson(response, 400, { message: 'Invalid Role', code: 50028 }),
  );
  const error = await errorOf((await connect('idempotent')).put(role));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_INVALID_REQUEST',
    outcome: 'unknown',
    retriable: false,
  });
});

test('a refusal is never repeated', async () => {
  const { connect, server } = await start((_request, response) =>
    sendJson(response, 400, { message: 'Invalid Form Body', code: 50035 }),
  );
  await errorOf((await connect('read')).get(messages));
  expect(server.requests).toHaveLength(1);
});

test('a repetition that would pass the deadline is left out', async () => {
  const { connect, server, waits } = await start(failing(503));
  const discord = await connect('read', { deadline: 400, clock: { now: () => 0 } });
  expect((await errorOf(discord.get(messages))).code).toBe('DISCORD_UNAVAILABLE');
  expect(server.requests).toHaveLength(1);
  expect(waits).toEqual([]);
});

test('a deadline in the past sends nothing', async () => {
  const { connect, server } = await start(silent);
  const discord = await connect('once', { deadline: 5, clock: { now: () => 10 } });
  const error = await errorOf(discord.post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({ code: 'DISCORD_TIMEOUT', outcome: 'not_applied' });
  expect(server.requests).toHaveLength(0);
});

test('a write that its deadline cuts off may have been applied', async () => {
  const { connect, server } = await start(silent);
  const discord = await connect('once', { deadline: 100, clock: { now: () => 0 } });
  const error = await errorOf(discord.post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });
  expect(server.requests).toHaveLength(1);
});

test('a call that is cancelled before it starts sends nothing', async () => {
  const { connect, server } = await start(silent);
  const discord = await connect('once', { signal: AbortSignal.abort() });
  const error = await errorOf(discord.post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({ code: 'CANCELLED', outcome: 'not_applied' });
  expect(server.requests).toHaveLength(0);
});

test('a call that is cancelled in the queue never leaves it', async () => {
  const release: (() => void)[] = [];
  const { connect, server } = await start((_request, response) => {
    release.push(() => sendJson(response, 200, { id: '1' }));
  });
  const first = (await connect('once')).post(messages, { body: {} });
  await expect.poll(() => release.length).toBe(1);
  const controller = new AbortController();
  const queued = await connect('once', { signal: controller.signal });
  const error = errorOf(queued.post(messages, { body: {} }));
  controller.abort();
  expect((await error).toJSON()).toMatchObject({ code: 'CANCELLED', outcome: 'not_applied' });
  release[0]?.();
  await first;
  expect(server.requests).toHaveLength(1);
});

test('a call that is cancelled while it waits for a limit is answered at once and never sent', async () => {
  const { connect, server } = await start(
    (_request, response) =>
      sendJson(response, 429, { message: 'Slow down.', retry_after: 30, global: false }),
    { wait: undefined },
  );
  const controller = new AbortController();
  const discord = await connect('once', { signal: controller.signal });
  const error = errorOf(discord.post(messages, { body: {} }));
  await expect.poll(() => server.requests.length).toBe(1);
  controller.abort();
  expect((await error).toJSON()).toMatchObject({ outcome: 'not_applied' });
  expect(server.requests).toHaveLength(1);
});

test('a write that is cancelled in flight may have been applied; a read has not', async () => {
  const { connect, server } = await start(silent);
  for (const [effect, code, outcome] of [
    ['once', 'OUTCOME_UNKNOWN', 'unknown'],
    ['read', 'CANCELLED', 'not_applied'],
  ] as const) {
    const before = server.requests.length;
    const controller = new AbortController();
    const discord = await connect(effect, { signal: controller.signal });
    const request =
      effect === 'read' ? discord.get('/users/@me') : discord.post(messages, { body: {} });
    const error = errorOf(request);
    await expect.poll(() => server.requests.length).toBe(before + 1);
    controller.abort();
    expect((await error).toJSON()).toMatchObject({ code, outcome, retriable: false });
  }
});

test('a call of several writes that stops halfway is neither done nor undone', async () => {
  const { connect } = await start((request, response) =>
    request.index === 0
      ? sendJson(response, 200, { id: '1' })
      : sendJson(response, 404, { message: 'Unknown Channel', code: 10003 }),
  );
  const discord = await connect('once');
  await discord.post(messages, { body: {} });
  const error = await errorOf(discord.post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_NOT_FOUND',
    outcome: 'unknown',
    retriable: false,
    message: expect.stringContaining('1 earlier write of this call succeeded'),
    details: { discord_code: 10003 },
  });
});

test('a server that says when to come back is asked again then', async () => {
  const { connect, waits } = await start((request, response) =>
    request.index === 0
      ? sendJson(response, 503, {}, { 'retry-after': 7 })
      : sendJson(response, 200, []),
  );
  expect(await (await connect('read')).get(messages)).toEqual([]);
  expect(waits).toEqual([7_000]);
});

test('a large upload is given more time', async () => {
  const { connect } = await start(
    (_request, response) => {
      setTimeout(() => sendJson(response, 200, { id: '1' }), 100);
    },
    { limits: { requestTimeoutMs: 20, retries: 0 } },
  );
  const discord = await connect('once');
  const file = { name: 'large.bin', data: new Uint8Array(2 ** 20) };
  expect((await errorOf(discord.post(messages, { body: {} }))).code).toBe('OUTCOME_UNKNOWN');
  expect(await discord.post(messages, { body: {}, files: [file] })).toEqual({ id: '1' });
});
