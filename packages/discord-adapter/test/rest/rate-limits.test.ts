import { afterEach, expect, test } from 'vitest';
import { errorOf, type HostileClient, startHostileClient } from './hostile-client.ts';
import { type Misbehave, sendJson } from './hostile-server.ts';

const messages = '/channels/222233334444555566/messages';
const limited = (seconds: number) => ({
  message: 'You are being rate limited.',
  retry_after: seconds,
  global: false,
});

let hostile: HostileClient | undefined;
const start = async (misbehave: Misbehave, options = {}) => {
  // Waits are real here: the library's own are too.
  hostile = await startHostileClient(misbehave, { wait: undefined, ...options });
  return hostile;
};
afterEach(async () => {
  await hostile?.close();
  hostile = undefined;
});

test('a 429 without headers is waited out for as long as its body says, and not asked again before', async () => {
  const { connect, server } = await start(({ index }, response) =>
    index === 0 ? sendJson(response, 429, limited(0.05)) : sendJson(response, 200, { id: '1' }),
  );
  const discord = await connect('once');
  expect(await discord.post(messages, { body: {} })).toEqual({ id: '1' });
  expect(server.requests).toHaveLength(2);
});

test.each([
  ['no word of how long', {}, {}],
  ['a Retry-After that is no number', {}, { 'retry-after': 'soon' }],
  ['a Retry-After of zero and below', { retry_after: -1 }, { 'retry-after': '0' }],
  ['a body that says nothing useful', { retry_after: 'x', message: 3 }, {}],
])(
  'a 429 with %s is not repeated at once: five seconds are assumed',
  async (_what, body, headers) => {
    const { connect, server } = await start((_request, response) =>
      sendJson(response, 429, body, headers),
    );
    const discord = await connect('read', { deadline: 1_000, clock: { now: () => 0 } });
    const error = await errorOf(discord.get(messages));
    expect(error.toJSON()).toMatchObject({
      code: 'DISCORD_RATE_LIMITED',
      retriable: true,
      outcome: 'not_applied',
    });
    expect(Math.round((error.retryAfterMs ?? 0) / 1000)).toBe(5);
    expect(server.requests).toHaveLength(1);
  },
);

test('an endless row of 429 ends after a fixed number of requests', async () => {
  const { connect, server } = await start(
    (_request, response) => sendJson(response, 429, limited(0.001)),
    { limits: { rateLimitedAnswers: 3 } },
  );
  const error = await errorOf((await connect('read')).get(messages));
  expect(error.code).toBe('DISCORD_RATE_LIMITED');
  expect(server.requests).toHaveLength(4);
});

test('a wait that no timer could hold is refused, never taken for no wait', async () => {
  const { connect, server } = await start((_request, response) =>
    sendJson(response, 429, limited(1e9)),
  );
  const deadline = Number.MAX_SAFE_INTEGER;
  const discord = await connect('read', { deadline, clock: { now: () => 0 } });
  expect((await errorOf(discord.get(messages))).code).toBe('DISCORD_RATE_LIMITED');
  expect(server.requests).toHaveLength(1);
});

test('without a deadline a single wait is bounded all the same', async () => {
  const { connect, server } = await start((_request, response) =>
    sendJson(response, 429, limited(61)),
  );
  const error = await errorOf((await connect('once')).post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({ code: 'DISCORD_RATE_LIMITED', outcome: 'not_applied' });
  expect(error.retryAfterMs).toBeGreaterThanOrEqual(61_000);
  expect(server.requests).toHaveLength(1);
});

const oneAtATime: Misbehave = ({ index }, response) =>
  sendJson(
    response,
    200,
    { id: String(index) },
    {
      'x-ratelimit-limit': 1,
      'x-ratelimit-remaining': 0,
      'x-ratelimit-reset-after': 0.4,
      'x-ratelimit-bucket': 'b',
    },
  );

/** The library knows the bucket after the first answer, and that it is empty after the second. */
async function learnBucket(connect: HostileClient['connect']): Promise<void> {
  const discord = await connect('once');
  await discord.post(messages, { body: {} });
  await discord.post(messages, { body: {} });
}

test('a call whose wait passes its deadline fails at once, and others of the same bucket wait on', async () => {
  const { connect, server } = await start(oneAtATime);
  await learnBucket(connect);
  const hasty = await connect('once', { deadline: 100, clock: { now: () => 0 } });
  const patient = await connect('once');
  const refused = errorOf(hasty.post(messages, { body: {} }));
  const waiting = patient.post(messages, { body: {} });
  const error = await refused;
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_RATE_LIMITED',
    outcome: 'not_applied',
    retriable: true,
    details: { scope: 'user', global: false },
  });
  expect(error.retryAfterMs).toBeGreaterThan(100);
  expect(server.requests).toHaveLength(2);
  expect(await waiting).toEqual({ id: '2' });
});

test('a call whose deadline comes while it waits behind others was not sent, and says so', async () => {
  const { connect, server } = await start(oneAtATime);
  await learnBucket(connect);
  const patient = await connect('once');
  const waiting = patient.post(messages, { body: {} });
  const hasty = await connect('once', { deadline: 20, clock: { now: () => 0 } });
  const error = await errorOf(hasty.post(messages, { body: {} }));
  expect(error.toJSON()).toMatchObject({
    code: 'DISCORD_TIMEOUT',
    outcome: 'not_applied',
    retriable: true,
    message: expect.stringContaining('was not sent'),
  });
  await waiting;
  expect(server.requests).toHaveLength(3);
});

test('a global limit that only the body tells holds back every route', async () => {
  const { connect, server } = await start((_request, response) =>
    sendJson(response, 429, { ...limited(30), global: true }),
  );
  const hasty = await connect('read', { deadline: 1_000, clock: { now: () => 0 } });
  const first = await errorOf(hasty.get(messages));
  const second = await errorOf(hasty.get('/guilds/111122223333444455/roles'));
  expect(first.details).toEqual({ scope: 'global', global: true });
  expect(second.details).toEqual({ scope: 'global', global: true });
  expect(server.requests).toHaveLength(1);
});

test('a burst of 120 sends into a bucket of 5 in 100 ms all succeed and none is doubled', async () => {
  const windowMs = 100;
  const size = 5;
  let windowEnds = 0;
  let used = 0;
  const created: string[] = [];
  const { connect } = await start(({ body }, response) => {
    const now = Date.now();
    if (now >= windowEnds) {
      windowEnds = now + windowMs;
      used = 0;
    }
    const headers = {
      'x-ratelimit-limit': size,
      'x-ratelimit-bucket': 'messages',
      'x-ratelimit-reset-after': Math.max(0.001, (windowEnds - now) / 1000),
    };
    if (used >= size) {
      const retry = (windowEnds - now) / 1000;
      const denied = { ...headers, 'x-ratelimit-remaining': 0, 'x-ratelimit-scope': 'user' };
      return sendJson(response, 429, limited(retry), denied);
    }
    used += 1;
    const { content } = body as { content: string };
    created.push(content);
    sendJson(response, 200, { id: content }, { ...headers, 'x-ratelimit-remaining': size - used });
  });
  const wanted = Array.from({ length: 120 }, (_, index) => `message ${index}`);
  const sent = await Promise.all(
    wanted.map(async (content) => {
      const discord = await connect('once', { idempotencyKey: content });
      return discord.post<{ id: string }>(messages, { body: { content } });
    }),
  );
  expect(sent.map(({ id }) => id)).toEqual(wanted);
  expect(created.sort()).toEqual([...wanted].sort());
}, 20_000);

test('sends beyond the bucket of a server that tells nothing beforehand arrive once each', async () => {
  const created: string[] = [];
  const { connect } = await start(({ body, index }, response) => {
    if (index % 3 === 2) return sendJson(response, 429, limited(0.01));
    const { content } = body as { content: string };
    created.push(content);
    sendJson(response, 200, { id: content });
  });
  const wanted = Array.from({ length: 30 }, (_, index) => `message ${index}`);
  const discord = await connect('once');
  await Promise.all(wanted.map((content) => discord.post(messages, { body: { content } })));
  expect(created.sort()).toEqual([...wanted].sort());
});

/** Waits that end when the test says so. */
function createParking() {
  const parked: (() => void)[] = [];
  const wait = (_milliseconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      parked.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  return { parked, wait };
}

test('while renaming a channel is held back, its other settings can be changed', async () => {
  const { parked, wait } = createParking();
  const names: unknown[] = [];
  const { connect, server } = await start(
    ({ body }, response) => {
      const headers = { 'x-ratelimit-limit': 5, 'x-ratelimit-remaining': 3 };
      const { name } = body as { name?: string };
      if (name !== undefined && names.push(name) === 1) {
        return sendJson(response, 429, limited(5), { ...headers, 'x-ratelimit-scope': 'user' });
      }
      sendJson(response, 200, body, headers);
    },
    { wait },
  );
  const discord = await connect('idempotent');
  const route = '/channels/222233334444555566';
  const first = discord.patch(route, { body: { name: 'first' } });
  await expect.poll(() => parked.length).toBe(1);
  const second = discord.patch(route, { body: { name: 'second' } });
  await expect.poll(() => parked.length).toBe(2);
  expect(await discord.patch(route, { body: { nsfw: true } })).toEqual({ nsfw: true });
  expect(names).toEqual(['first']);
  for (const release of parked) release();
  expect(await first).toEqual({ name: 'first' });
  expect(await second).toEqual({ name: 'second' });
  expect(server.requests).toHaveLength(4);
});

test('what is held back for longer than a call can wait is refused without being asked about', async () => {
  const { connect, server } = await start((_request, response) =>
    sendJson(response, 429, limited(600), { 'x-ratelimit-remaining': 1 }),
  );
  const discord = await connect('idempotent');
  const route = '/channels/222233334444555566';
  for (const name of ['first', 'second', 'third']) {
    const error = await errorOf(discord.patch(route, { body: { name } }));
    expect(error.toJSON()).toMatchObject({ code: 'DISCORD_RATE_LIMITED', outcome: 'not_applied' });
    expect(error.retryAfterMs).toBeGreaterThan(500_000);
  }
  expect(server.requests).toHaveLength(1);
});
