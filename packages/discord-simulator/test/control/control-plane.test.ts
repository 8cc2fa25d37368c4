import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHANNEL, GUILD, type Harness, HOST, type Json, NOON, startHarness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
});
afterAll(() => harness.close());

async function post(path: string, body?: unknown): Promise<Response> {
  return fetch(`${harness.simulator.controlUrl}/${path}`, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function get(path: string): Promise<Json> {
  return (await fetch(`${harness.simulator.controlUrl}/${path}`)).json();
}

const send = (content = 'a') =>
  harness.succeed(`POST /channels/${CHANNEL.general}/messages`, { content });

describe('over HTTP', () => {
  test('the control plane is not below /api', async () => {
    expect(harness.simulator.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/__control$/);
    expect((await harness.call('GET /__control/world')).status).toBe(404);
  });

  test('the clock and the next ids can be set', async () => {
    expect((await post('set-clock', { at: '2030-06-01T00:00:00Z' })).status).toBe(204);
    await post('advance-clock', { ms: 1500 });
    await post('set-next-ids', { ids: ['444455556666777788', '444455556666777789'] });
    expect(await send()).toMatchObject({
      id: '444455556666777788',
      timestamp: '2030-06-01T00:00:01.500000+00:00',
    });
    expect((await send()).id).toBe('444455556666777789');
    expect((await send()).id).not.toBe('444455556666777789');
  });

  test('null gives the real clock back', async () => {
    await post('set-clock', { at: null });
    const { timestamp } = await send();
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
  });

  test('the world is read, replaced and reset', async () => {
    await send('kept');
    const world = await get('world');
    expect(world.messages).toHaveLength(3);
    await post('load', {
      users: [{ id: '100', bot: true }],
      guilds: [
        { id: '200', channels: [{ id: '300', name: 'only' }], members: [{ user_id: '100' }] },
      ],
    });
    expect(await harness.succeed('GET /guilds/200/channels')).toMatchObject([{ name: 'only' }]);
    await post('load', world);
    expect(await get('world')).toEqual(world);
    await post('reset');
    expect((await get('world')).messages).toHaveLength(2);
  });

  test('requests are logged and forgotten', async () => {
    await harness.succeed(
      `PATCH /guilds/${GUILD}/members/${HOST}`,
      { nick: 'Chair' },
      { reason: 'because' },
    );
    expect(await get('requests')).toEqual([
      {
        id: expect.any(Number),
        at: NOON,
        method: 'PATCH',
        path: `/guilds/${GUILD}/members/${HOST}`,
        route: '/guilds/{guild_id}/members/{user_id}',
        body: { nick: 'Chair' },
        files: [],
        reason: 'because',
        status: 200,
        applied: true,
        user_id: '123456789012345678',
      },
    ]);
    await post('clear-requests');
    expect(await get('requests')).toEqual([]);
  });

  test('faults are injected and taken back', async () => {
    await post('inject', { status: 500, times: 2 });
    expect((await harness.call('GET /users/@me')).status).toBe(500);
    await post('clear-faults');
    await harness.succeed('GET /users/@me');
  });

  test('limits are switched, and invalid requests counted', async () => {
    await post('set-limits', { limits: { reads: { limit: 1, window_ms: 1000 } } });
    await harness.succeed('GET /users/@me');
    expect((await harness.call('GET /users/@me')).status).toBe(429);
    expect(await get('invalid-requests')).toMatchObject({ count: 1 });
    await post('set-limits', { limits: 'off' });
    await harness.succeed('GET /users/@me');
  });

  test.each<[string, Json, string]>([
    ['set-clock', { at: 'soon' }, 'The clock cannot be set to soon'],
    ['set-clock', { at: 0 }, 'The clock cannot be set to 0'],
    ['advance-clock', {}, 'milliseconds as a number'],
    ['set-next-ids', { ids: ['12'] }, '"12" is not an id'],
    ['inject', { times: -1 }, 'whole number from 1'],
    ['load', { messages: [{ id: '1', channel_id: '2' }] }, 'which the world does not hold'],
  ])('%s with %j says what is wrong', async (path, body, message) => {
    const response = await post(path, body);
    const answer = (await response.json()) as Json;
    expect([response.status, answer.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('an unknown control is not found', async () => {
    expect((await post('explode')).status).toBe(404);
  });
});

describe('in process', () => {
  test('what is given out is a copy', async () => {
    const world = harness.simulator.control.world();
    world.guilds.length = 0;
    await send();
    const [request] = harness.simulator.control.requests();
    (request?.body as Json).content = 'changed';
    expect(harness.simulator.control.requests()[0]?.body).toEqual({ content: 'a' });
    expect(harness.simulator.control.world().guilds).toHaveLength(3);
  });

  test('what was loaded can be changed afterwards without harm', async () => {
    const world = harness.simulator.control.world();
    harness.simulator.control.load(world);
    world.messages.length = 0;
    expect(harness.simulator.control.world().messages).toHaveLength(2);
  });

  test('a reset takes clock, limits, faults, ids and log back', async () => {
    const { control } = harness.simulator;
    control.setNextIds(['444455556666777788']);
    control.inject({ status: 500 });
    control.setLimits({});
    await harness.call('GET /nowhere');
    control.reset();
    expect(control.requests()).toEqual([]);
    const message = await send();
    expect(message.id).not.toBe('444455556666777788');
    expect(Math.abs(Date.parse(message.timestamp) - Date.now())).toBeLessThan(60_000);
  });

  test('a request that changes nothing is not applied', async () => {
    const { control } = harness.simulator;
    await harness.call('GET /users/@me');
    await harness.call(`POST /channels/${CHANNEL.general}/messages`, {});
    await harness.call(`PATCH /guilds/${GUILD}/members/${HOST}`, { nick: 'Host' });
    await harness.call(`PATCH /guilds/${GUILD}/members/${HOST}`, { nick: 'Other' });
    expect(control.requests().map(({ applied }) => applied)).toEqual([false, false, false, true]);
  });

  test('a real clock that is advanced runs ahead', async () => {
    const { control } = harness.simulator;
    control.setClock(null);
    control.advanceClock(3_600_000);
    expect(Date.parse((await send()).timestamp) - Date.now()).toBeGreaterThan(3_500_000);
  });
});
