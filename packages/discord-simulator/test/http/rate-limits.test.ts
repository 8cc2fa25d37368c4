import { afterEach, describe, expect, test } from 'vitest';
import { type LimitOptions, startSimulator } from '../../src/index.ts';
import { BOT, CHANNEL, GUILD, type Harness, HOST, startHarness } from '../harness.ts';

let harness: Harness;
afterEach(() => harness.close());

const POST = `POST /channels/${CHANNEL.general}/messages`;
const NONE: LimitOptions = { global: 'off', invalid: 'off' };

function limitHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => name.startsWith('x-ratelimit') || name === 'retry-after'),
  );
}

describe('buckets', () => {
  test('the sixth message in five seconds is refused, with all that a client needs to know', async () => {
    harness = await startHarness({ limits: {} });
    const first = await harness.call(POST, { content: 'a' });
    expect(limitHeaders(first.headers)).toMatchObject({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '1893499205.000',
      'x-ratelimit-reset-after': '5.000',
      'x-ratelimit-bucket': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    harness.simulator.control.advanceClock(1234);
    for (let count = 0; count < 4; count += 1) await harness.succeed(POST, { content: 'a' });
    const refused = await harness.call(POST, { content: 'a' });
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      message: 'You are being rate limited.',
      retry_after: 3.766,
      global: false,
    });
    expect(limitHeaders(refused.headers)).toMatchObject({
      'retry-after': '4',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '3.766',
      'x-ratelimit-scope': 'user',
    });
    expect(refused.headers.has('x-ratelimit-global')).toBe(false);
    harness.simulator.control.advanceClock(3766);
    await harness.succeed(POST, { content: 'a' });
    const requests = harness.simulator.control.requests();
    expect(requests.filter(({ applied }) => applied)).toHaveLength(6);
  });

  test('the bucket is per channel, and its name is not', async () => {
    harness = await startHarness({ limits: { ...NONE, writes: { limit: 1, window_ms: 1000 } } });
    const typing = (channel: string) => harness.call(`POST /channels/${channel}/typing`);
    harness.simulator.control.setLimits({
      ...NONE,
      routes: { 'POST /channels/{channel_id}/typing': { limit: 1, window_ms: 1000 } },
    });
    const here = await typing(CHANNEL.general);
    const there = await typing(CHANNEL.rules);
    expect([here.status, there.status]).toEqual([204, 204]);
    expect(here.headers.get('x-ratelimit-bucket')).toBe(there.headers.get('x-ratelimit-bucket'));
    expect((await typing(CHANNEL.general)).status).toBe(429);
  });

  test('minor parameters share a bucket', async () => {
    const limits = { ...NONE, routes: {}, writes: { limit: 1, window_ms: 1000 } };
    harness = await startHarness({ limits });
    const members = `/guilds/${GUILD}/members`;
    expect((await harness.call(`PATCH ${members}/${HOST}`, { nick: 'x' })).status).toBe(200);
    expect((await harness.call(`PATCH ${members}/200000000000000000`, { nick: 'x' })).status).toBe(
      429,
    );
  });

  test('routes that the limits do not name are reads or writes', async () => {
    harness = await startHarness({
      limits: {
        ...NONE,
        routes: {},
        reads: { limit: 7, window_ms: 1000 },
        writes: { limit: 3, window_ms: 1000 },
      },
    });
    const read = await harness.call('GET /users/@me');
    const write = await harness.call(`POST /guilds/${GUILD}/roles`, {});
    expect(read.headers.get('x-ratelimit-limit')).toBe('7');
    expect(write.headers.get('x-ratelimit-limit')).toBe('3');
  });

  test('an error carries the headers too, and counts', async () => {
    harness = await startHarness({ limits: NONE });
    const { status, headers } = await harness.call(POST, {});
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([400, '4']);
  });

  test('a shared bucket says so', async () => {
    harness = await startHarness({
      limits: {
        ...NONE,
        routes: {
          'POST /channels/{channel_id}/messages': { limit: 1, window_ms: 500, scope: 'shared' },
        },
      },
    });
    await harness.succeed(POST, { content: 'a' });
    const { body, headers } = await harness.call(POST, { content: 'a' });
    expect(body).toMatchObject({ message: 'The resource is being rate limited.', global: false });
    expect(headers.get('x-ratelimit-scope')).toBe('shared');
  });

  test('renaming a channel has a tighter limit inside its bucket', async () => {
    harness = await startHarness({ limits: NONE });
    const PATCH = `PATCH /channels/${CHANNEL.general}`;
    await harness.succeed(PATCH, { name: 'a' });
    await harness.succeed(PATCH, { topic: 'b' });
    await harness.succeed(PATCH, { nsfw: true });
    const { status, headers, body } = await harness.call(PATCH, { name: 'c' });
    expect([status, body.retry_after]).toEqual([429, 600]);
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    await harness.succeed(PATCH, { nsfw: false });
  });

  test('a webhook has its own, by id and token', async () => {
    harness = await startHarness({ limits: NONE });
    const make = () => harness.succeed(`POST /channels/${CHANNEL.general}/webhooks`, { name: 'a' });
    const [one, two] = [await make(), await make()];
    const execute = async ({ id, token }: { id: string; token: string }) =>
      (await harness.call(`POST /webhooks/${id}/${token}`, { content: 'a' }, { token: null }))
        .status;
    for (let count = 0; count < 5; count += 1) expect(await execute(one)).toBe(204);
    expect(await execute(one)).toBe(429);
    expect(await execute(two)).toBe(204);
  });
});

describe('the global limit', () => {
  test('it is told without bucket headers', async () => {
    harness = await startHarness({ limits: { global: { limit: 2, window_ms: 1000 } } });
    await harness.succeed('GET /users/@me');
    await harness.succeed('GET /users/@me/guilds');
    const { status, body, headers } = await harness.call('GET /users/@me');
    expect(status).toBe(429);
    expect(body).toMatchObject({ global: true, retry_after: 1 });
    expect(limitHeaders(headers)).toEqual({
      'retry-after': '1',
      'x-ratelimit-global': 'true',
      'x-ratelimit-scope': 'global',
    });
    harness.simulator.control.advanceClock(1000);
    await harness.succeed('GET /users/@me');
  });

  test('fifty a second are allowed if nothing is said', async () => {
    harness = await startHarness({ limits: { reads: { limit: 100, window_ms: 1000 } } });
    const codes = await Promise.all(
      Array.from({ length: 51 }, async () => (await harness.call('GET /users/@me')).status),
    );
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
  });
});

describe('invalid requests', () => {
  test('401, 403 and 429 count, shared 429 and 404 do not', async () => {
    harness = await startHarness();
    const { control } = harness.simulator;
    await harness.call('GET /users/@me', undefined, { token: 'x' });
    await harness.call(`GET /channels/${CHANNEL.owners}`);
    await harness.call('GET /channels/1');
    control.inject({ rate_limit: { retry_after: 1 } });
    control.inject({ rate_limit: { retry_after: 1, scope: 'shared' } });
    await harness.call('GET /users/@me');
    await harness.call('GET /users/@me');
    expect(control.invalidRequests()).toEqual({ count: 3, limit: 10_000, window_ms: 600_000 });
    control.advanceClock(600_000);
    expect(control.invalidRequests().count).toBe(0);
  });

  test('too many of them, and Cloudflare blocks the address with HTML', async () => {
    harness = await startHarness({ limits: { invalid: { limit: 2, window_ms: 60_000 } } });
    await harness.call('GET /users/@me', undefined, { token: 'x' });
    await harness.call('GET /users/@me', undefined, { token: 'x' });
    harness.simulator.control.advanceClock(10_000);
    const { status, body, headers } = await harness.call('GET /users/@me');
    expect([status, headers.get('retry-after')]).toEqual([429, '50']);
    expect(body).toContain('error code: 1015');
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    harness.simulator.control.advanceClock(50_000);
    await harness.succeed('GET /users/@me');
  });
});

describe('switching', () => {
  test('off, there are neither limits nor headers; on again, both', async () => {
    harness = await startHarness({ limits: {} });
    harness.simulator.control.setLimits('off');
    for (let count = 0; count < 8; count += 1) {
      const { status, headers } = await harness.call(POST, { content: 'a' });
      expect([status, limitHeaders(headers)]).toEqual([200, {}]);
    }
    harness.simulator.control.setLimits({});
    expect((await harness.call(POST, { content: 'a' })).headers.has('x-ratelimit-limit')).toBe(
      true,
    );
  });

  test('each bot has limits of its own', async () => {
    harness = await startHarness({ limits: { ...NONE, reads: { limit: 1, window_ms: 1000 } } });
    const other = '444455556666777711';
    const world = harness.simulator.control.world();
    const users = [...world.users, { id: other, bot: true }];
    harness.simulator.control.load({ ...world, users });
    await harness.succeed('GET /users/@me');
    const { botToken } = await import('../../src/index.ts');
    await harness.succeed('GET /users/@me', undefined, { token: botToken(other) });
    expect((await harness.call('GET /users/@me')).status).toBe(429);
    expect(BOT).not.toBe(other);
  });

  test('without options a simulator has limits', async () => {
    harness = await startHarness();
    const plain = await startSimulator();
    const headers = { authorization: `Bot ${plain.token}` };
    const response = await fetch(`${plain.url}/users/@me`, { headers });
    expect(response.headers.has('x-ratelimit-limit')).toBe(true);
    await plain.close();
  });
});
