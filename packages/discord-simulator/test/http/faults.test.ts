import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHANNEL, GUILD, type Harness, NOON, startHarness } from '../harness.ts';

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
const hello = { content: 'hello' };

function messages(): number {
  return harness.simulator.control.world().messages.length - 2;
}

describe('dropped connections', () => {
  test('before the effect: the client sees a broken connection and nothing has happened', async () => {
    harness.simulator.control.inject({ drop: 'before' });
    await expect(harness.call(POST, hello)).rejects.toThrow('fetch failed');
    expect(messages()).toBe(0);
    expect(harness.simulator.control.requests()).toMatchObject([
      { method: 'POST', status: 0, applied: false, body: hello },
    ]);
  });

  test('after the effect: the client sees the same and the message is there', async () => {
    harness.simulator.control.inject({ drop: 'after' });
    await expect(harness.call(POST, hello)).rejects.toThrow('fetch failed');
    expect(messages()).toBe(1);
    expect(harness.simulator.control.requests()).toMatchObject([{ status: 0, applied: true }]);
  });

  test('the next request is answered again', async () => {
    harness.simulator.control.inject({ drop: 'before' });
    await expect(harness.call(POST, hello)).rejects.toThrow();
    await harness.succeed(POST, hello);
  });
});

describe('prescribed answers', () => {
  test('a status keeps the effect away', async () => {
    harness.simulator.control.inject({ status: 503 });
    const { status, body } = await harness.call(POST, hello);
    expect([status, body]).toEqual([503, { message: '503: Service Unavailable', code: 0 }]);
    expect(messages()).toBe(0);
  });

  test('with apply the effect happens and the answer is lost', async () => {
    harness.simulator.control.inject({ status: 504, apply: true });
    expect((await harness.call(POST, hello)).status).toBe(504);
    expect(messages()).toBe(1);
    expect(harness.simulator.control.requests()).toMatchObject([{ status: 504, applied: true }]);
  });

  test('body and headers can be anything', async () => {
    harness.simulator.control.inject({
      status: 403,
      body: '<html>blocked</html>',
      headers: { 'Content-Type': 'text/html', 'X-Fault': 'yes' },
    });
    const { status, body, headers } = await harness.call(POST, hello);
    expect([status, body]).toEqual([403, '<html>blocked</html>']);
    expect([headers.get('content-type'), headers.get('x-fault')]).toEqual(['text/html', 'yes']);
    harness.simulator.control.inject({
      status: 403,
      body: { message: 'Missing Access', code: 50001 },
    });
    expect(await harness.refuse(POST, hello)).toEqual([403, 50001]);
  });
});

describe('prescribed rate limits', () => {
  test('of a bucket', async () => {
    harness.simulator.control.inject({ rate_limit: { retry_after: 1.5 } });
    const { status, body, headers } = await harness.call(POST, hello);
    expect([status, body]).toEqual([
      429,
      { message: 'You are being rate limited.', retry_after: 1.5, global: false },
    ]);
    expect([headers.get('retry-after'), headers.get('x-ratelimit-scope')]).toEqual(['2', 'user']);
    expect(messages()).toBe(0);
  });

  test('global, shared and without headers', async () => {
    const { control } = harness.simulator;
    control.inject({ rate_limit: { retry_after: 1, global: true } });
    expect((await harness.call(POST, hello)).headers.get('x-ratelimit-global')).toBe('true');
    control.inject({ rate_limit: { retry_after: 1, scope: 'shared' } });
    expect((await harness.call(POST, hello)).headers.get('x-ratelimit-scope')).toBe('shared');
    control.inject({ rate_limit: { retry_after: 1, without_headers: true } });
    const { headers, body } = await harness.call(POST, hello);
    expect([headers.has('retry-after'), headers.has('x-ratelimit-scope')]).toEqual([false, false]);
    expect(body.retry_after).toBe(1);
  });
});

describe('delays', () => {
  test('before the effect: while the request waits nothing has happened', async () => {
    harness.simulator.control.inject({ delay_ms: 60_000 });
    const pending = harness.call(POST, hello);
    await expect.poll(() => harness.simulator.control.requests().length).toBe(1);
    expect(messages()).toBe(0);
    harness.simulator.control.reset();
    await expect(pending).rejects.toThrow('fetch failed');
    expect(messages()).toBe(0);
  });

  test('after the effect: it has happened although nobody was told', async () => {
    harness.simulator.control.inject({ delay_ms: 60_000, delay: 'after' });
    const patience = new AbortController();
    const pending = fetch(`${harness.simulator.url}/v10/channels/${CHANNEL.general}/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${harness.simulator.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(hello),
      signal: patience.signal,
    });
    await expect.poll(() => messages()).toBe(1);
    patience.abort();
    await expect(pending).rejects.toThrow('aborted');
  });

  test('a short one ends by itself', async () => {
    harness.simulator.control.inject({ delay_ms: 1 });
    await harness.succeed(POST, hello);
  });

  test('closing the simulator ends what waits', async () => {
    const other = await startHarness();
    other.simulator.control.inject({ delay_ms: 60_000 });
    const pending = expect(other.call(POST, hello)).rejects.toThrow('fetch failed');
    await expect.poll(() => other.simulator.control.requests().length).toBe(1);
    await other.close();
    await pending;
  });
});

describe('matching', () => {
  test.each([
    ['the method', { method: 'post' }],
    ['the exact path', { path: `/channels/${CHANNEL.general}/messages` }],
    ['a beginning', { path: '/channels/*' }],
    ['the route', { path: '/channels/{channel_id}/messages' }],
    ['anything', {}],
  ])('a fault is found by %s', async (_, where) => {
    harness.simulator.control.inject({ ...where, status: 500 });
    expect((await harness.call(POST, hello)).status).toBe(500);
  });

  test.each([
    ['another method', { method: 'GET' }],
    ['another path', { path: `/channels/${CHANNEL.rules}/messages` }],
    ['another beginning', { path: '/guilds/*' }],
    ['another route', { path: '/channels/{channel_id}' }],
  ])('%s is left alone', async (_, where) => {
    harness.simulator.control.inject({ ...where, status: 500 });
    await harness.succeed(POST, hello);
  });

  test('faults are used up one after the other', async () => {
    const { control } = harness.simulator;
    control.inject({ status: 502, times: 2 });
    control.inject({ status: 503 });
    const codes = [];
    for (let count = 0; count < 4; count += 1) codes.push((await harness.call(POST, hello)).status);
    expect(codes).toEqual([502, 502, 503, 200]);
  });

  test('faults can be taken back', async () => {
    harness.simulator.control.inject({ status: 500, times: 9 });
    harness.simulator.control.clearFaults();
    await harness.succeed(POST, hello);
  });

  test('a number of times that is none is refused', () => {
    expect(() => harness.simulator.control.inject({ times: 0 })).toThrow('whole number from 1');
  });

  test('an address that is not found meets no fault', async () => {
    harness.simulator.control.inject({ status: 500 });
    expect((await harness.call('GET /nowhere')).status).toBe(404);
    expect((await harness.call(`GET /guilds/${GUILD}`)).status).toBe(500);
  });
});
