import type { CallOutcome, Effect } from '@guildline/mcp-core';
import { expect, test } from 'vitest';
import { toAnswer } from '../../src/rest/answer.ts';
import { BotToken } from '../../src/rest/bot-token.ts';
import { BoundedSet } from '../../src/rest/bounded-set.ts';
import { defaultLimits } from '../../src/rest/client-limits.ts';
import type { Fault } from '../../src/rest/fault.ts';
import { FaultPause } from '../../src/rest/fault-pause.ts';
import { type Hold, Holds } from '../../src/rest/holds.ts';
import { InvalidRequests } from '../../src/rest/invalid-requests.ts';
import { KnownLimits } from '../../src/rest/known-limits.ts';
import { createNonces } from '../../src/rest/nonce.ts';
import { Patience } from '../../src/rest/patience.ts';
import { retryAfterSeconds } from '../../src/rest/retry-after.ts';
import { mayRepeat, retryDelay, worseOutcome } from '../../src/rest/retry-policy.ts';
import { toTemplate, withoutToken } from '../../src/rest/route.ts';

const passing: Fault = { kind: 'network', code: 'X', outcome: 'unknown', passing: true };
const failed = {
  fault: passing,
  attempt: 1,
  outcome: 'not_applied' as CallOutcome,
  repeatability: { effect: 'read' as Effect },
  remainingMs: Number.POSITIVE_INFINITY,
  random: 1,
};

test('waits between repetitions double, are jittered and have a ceiling', () => {
  const limits = { ...defaultLimits, retries: 10 };
  const delays = (random: number) =>
    [1, 2, 3, 5, 8].map((attempt) => retryDelay({ ...failed, attempt, random }, limits));
  expect(delays(1)).toEqual([500, 1_000, 2_000, 8_000, 8_000]);
  expect(delays(0)).toEqual([250, 500, 1_000, 4_000, 4_000]);
});

test('Discord may ask for a longer wait, never for a shorter one', () => {
  const asked = (waitMs: number) => ({ ...failed, fault: { ...passing, waitMs } });
  expect(retryDelay(asked(20_000), defaultLimits)).toBe(20_000);
  expect(retryDelay(asked(1), defaultLimits)).toBe(500);
});

test('there is an end to repetitions', () => {
  expect(retryDelay({ ...failed, attempt: 3 }, defaultLimits)).toBe(2_000);
  expect(retryDelay({ ...failed, attempt: 4 }, defaultLimits)).toBeUndefined();
});

test('a key that would be forgotten during the wait is not relied upon', () => {
  const keyed = (keyLeftMs: number) => ({
    ...failed,
    outcome: 'unknown' as CallOutcome,
    repeatability: { effect: 'keyed' as Effect, keyLeftMs },
  });
  expect(retryDelay(keyed(501), defaultLimits)).toBe(500);
  expect(retryDelay(keyed(500), defaultLimits)).toBeUndefined();
});

test.each<[Effect, CallOutcome, boolean]>([
  ['read', 'not_applied', true],
  ['idempotent', 'unknown', true],
  ['idempotent', 'applied', true],
  ['keyed', 'unknown', false],
  ['once', 'not_applied', true],
  ['once', 'unknown', false],
  ['once', 'applied', false],
])('a %s request whose outcome is %s may be repeated: %s', (effect, outcome, expected) => {
  expect(mayRepeat({ effect }, outcome)).toBe(expected);
});

test('of two outcomes the worse counts', () => {
  expect(worseOutcome('not_applied', 'unknown')).toBe('unknown');
  expect(worseOutcome('unknown', 'not_applied')).toBe('unknown');
  expect(worseOutcome('unknown', 'applied')).toBe('applied');
  expect(worseOutcome('not_applied', 'not_applied')).toBe('not_applied');
});

test.each([
  ['the header', { 'retry-after': '2' }, { retry_after: 9 }, 2],
  ['a date in the header', { 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' }, {}, 20],
  ['the body', {}, { retry_after: 1.5 }, 1.5],
  ['the reset of the bucket', { 'x-ratelimit-reset-after': '0.7' }, {}, 0.7],
  ['nothing', {}, {}, 5],
  ['nonsense', { 'retry-after': 'NaN' }, { retry_after: Number.NaN }, 5],
  ['a date that has passed', { 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }, {}, 5],
  ['next to no time', {}, { retry_after: 1e-9 }, 0.05],
])('the wait after a 429 comes from %s', (_from, headers, body, seconds) => {
  const answer = toAnswer(429, new Headers(), JSON.stringify(body));
  expect(retryAfterSeconds(new Headers(headers as Record<string, string>), answer, 10_000)).toBe(
    seconds,
  );
});

test('invalid requests count for ten minutes', () => {
  const invalid = new InvalidRequests(2);
  invalid.add(0);
  expect(invalid.pause(1)).toBe(0);
  invalid.add(300_000);
  const pause = invalid.pause(300_001);
  expect(pause).toBeGreaterThan(300_000 - 1);
  expect(invalid.pause(300_001 + pause)).toBe(0);
  expect(invalid.count(300_001 + pause)).toBe(1);
  expect(invalid.count(10_000_000)).toBe(0);
});

test('a pause after faults begins with the last of them and ends with one probe', () => {
  const faults = new FaultPause(2, 100);
  faults.fail(0);
  expect(faults.pause(0)).toBe(0);
  faults.fail(10);
  expect(faults.pause(10)).toBe(100);
  expect(faults.pause(110)).toBe(0);
  expect(faults.pause(110)).toBe(100);
  faults.succeed();
  expect(faults.pause(110)).toBe(0);
});

test('a bounded set forgets the oldest', () => {
  const set = new BoundedSet(2);
  for (const member of ['a', 'b', 'c']) set.add(member);
  expect([set.has('a'), set.has('b'), set.has('c')]).toEqual([false, true, true]);
});

test('a limit is learnt from headers, with the longest window seen', () => {
  const known = new KnownLimits();
  const headers = (limit: string, resetAfter: string) =>
    new Headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-reset-after': resetAfter });
  known.learn('GET /x', new Headers());
  known.learn('GET /x', headers('none', '1'));
  known.learn('GET /x', headers('5', '-1'));
  expect(known.find('GET /x')).toBeUndefined();
  known.learn('GET /x', headers('5', '4.5'));
  known.learn('GET /x', headers('5', '1'));
  expect(known.find('GET /x')).toEqual({ limit: 5, windowMs: 4_500 });
  known.learn('GET /x', headers('10', '1'));
  expect(known.find('GET /x')).toEqual({ limit: 10, windowMs: 1_000 });
});

test('nonces are short, the same for a repetition, and different for anything else', () => {
  const nonce = createNonces('messages_send', { content: 'a' }, 'key');
  expect(nonce(0)).toMatch(/^[\w-]{22}$/);
  expect(createNonces('messages_send', { content: 'a' }, 'key')(0)).toBe(nonce(0));
  const others = [
    nonce(1),
    createNonces('messages_send', { content: 'b' }, 'key')(0),
    createNonces('messages_send', { content: 'a' }, 'other')(0),
    createNonces('webhooks_execute', { content: 'a' }, 'key')(0),
  ];
  expect(new Set([nonce(0), ...others]).size).toBe(5);
});

test.each([
  ['POST', '/channels/222233334444555566/messages', 'POST /channels/:id/messages'],
  ['POST', '/channels/{channel_id}/messages', 'POST /channels/:id/messages'],
  [
    'PUT',
    '/channels/222233334444555566/messages/888899990000111122/reactions/%F0%9F%91%8D/@me',
    'PUT /channels/:id/messages/:id/reactions/:reaction',
  ],
  [
    'PUT',
    '/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me',
    'PUT /channels/:id/messages/:id/reactions/:reaction',
  ],
  ['POST', '/webhooks/888899990000111122/to-ken_1', 'POST /webhooks/:id/:token'],
  ['POST', '/webhooks/{webhook_id}/{webhook_token}', 'POST /webhooks/:id/:token'],
  ['GET', '/webhooks/{webhook_id}', 'GET /webhooks/:id'],
  ['GET', '/invites/abc', 'GET /invites/:id'],
  ['GET', '/invites/{code}', 'GET /invites/:id'],
])('%s %s belongs to the template %s', (method, route, template) => {
  expect(toTemplate({ method, route })).toBe(template);
});

test('a route for a reader shows no token', () => {
  expect(withoutToken('/webhooks/1/secret/messages/2')).toBe('/webhooks/1/{token}/messages/2');
  expect(withoutToken('/webhooks/1')).toBe('/webhooks/1');
});

test('a token spells its bot, and any other text does not', () => {
  expect(new BotToken('MTIzNDU2Nzg5MDEyMzQ1Njc4.a.b').userId).toBe('123456789012345678');
  expect(new BotToken('hello').userId).toBeUndefined();
  expect(new BotToken(undefined).userId).toBeUndefined();
});

const rename = {
  target: { method: 'PATCH', route: '/channels/222233334444555520' },
  body: { name: 'x' },
};
const edit = {
  target: { method: 'PATCH', route: '/channels/222233334444555520' },
  body: { nsfw: true },
};
const other = {
  target: { method: 'PATCH', route: '/channels/222233334444555521' },
  body: { name: 'x' },
};
const heldBy = (holds: Holds, { target, body }: typeof rename | typeof edit, now: number) =>
  holds.find(target, body, now, 0)?.milliseconds;

test.each([
  ['a bucket holds back its route in its place', { isSublimit: false }, [100, 100, undefined]],
  ['a sublimit holds back its part', { isSublimit: true }, [100, undefined, undefined]],
  ['a global limit holds back everything', { global: true }, [100, 100, 100]],
])('%s', (_what, refusal, expected) => {
  const holds = new Holds();
  const whole = { milliseconds: 100, global: false, scope: 'user', isSublimit: false };
  holds.add(rename.target, rename.body, { ...whole, ...refusal }, 1_000);
  expect([rename, edit, other].map((request) => heldBy(holds, request, 1_000))).toEqual(expected);
  expect([rename, edit, other].map((request) => heldBy(holds, request, 1_100))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('of several holds the longest counts, and none that was waited for', () => {
  const holds = new Holds();
  const refusal = { global: false, scope: 'user', isSublimit: false };
  holds.add(rename.target, rename.body, { ...refusal, milliseconds: 50 }, 0);
  holds.add(rename.target, rename.body, { ...refusal, milliseconds: 80, global: true }, 0);
  expect(holds.find(rename.target, rename.body, 10, 0)).toMatchObject({
    milliseconds: 70,
    global: true,
  });
  expect(holds.find(rename.target, rename.body, 10, 80)).toBeUndefined();
});

test('no answer holds anything back for more than a day', () => {
  const holds = new Holds();
  const refusal = { milliseconds: 1e15, global: true, scope: 'user', isSublimit: false };
  expect(holds.add(rename.target, rename.body, refusal, 0).milliseconds).toBe(1e15);
  expect(heldBy(holds, rename, 86_399_999)).toBe(1);
  expect(heldBy(holds, rename, 86_400_000)).toBeUndefined();
});

test('holds that have passed are forgotten when there are many', () => {
  const holds = new Holds();
  const refusal = { milliseconds: 10, global: false, scope: 'user', isSublimit: false };
  for (let index = 0; index < 2_000; index += 1) {
    const target = { method: 'POST', route: `/channels/${10n ** 17n + BigInt(index)}/messages` };
    holds.add(target, {}, refusal, index);
    expect(holds.find(target, {}, index, 0)).toBeDefined();
  }
  expect(holds.size).toBeLessThanOrEqual(501);
});

test('patience ends with the time and with the number of refusals', () => {
  const hold: Hold = {
    milliseconds: 100,
    global: false,
    scope: 'user',
    until: 1_100,
    isOutside: false,
  };
  const patience = new Patience({ longestWait: () => 100, rateLimitedAnswers: 2 });
  expect(patience.bears({ ...hold, milliseconds: 101 }, false)).toBe(false);
  expect(patience.served).toBe(0);
  expect([1, 2, 3].map(() => patience.bears(hold, true))).toEqual([true, true, false]);
  expect(patience.served).toBe(1_100);
});
