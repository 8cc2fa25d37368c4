import { expect, test } from 'vitest';
import { explainAnswer } from '../../src/errors/answer-error.ts';
import { toAnswer } from '../../src/rest/answer.ts';

const json = new Headers({ 'content-type': 'application/json' });
const page = new Headers({ 'content-type': 'text/html' });
const target = { method: 'POST', route: '/channels/222233334444555566/messages' };
const explain = (status: number, body: unknown) =>
  explainAnswer(toAnswer(status, json, JSON.stringify(body)), target);

test('a code of Discord is told with what it means and what helps', () => {
  expect(explain(404, { message: 'Unknown Channel', code: 10003 })).toEqual({
    code: 'DISCORD_NOT_FOUND',
    message:
      'Unknown Channel (Discord code 10003). Check the channel id; channels_list shows the channels of a guild.',
    details: { discord_code: 10003, http_status: 404 },
  });
});

test('field errors are told line by line', () => {
  const explained = explain(400, {
    message: 'Invalid Form Body',
    code: 50035,
    errors: {
      content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer.' }] },
    },
  });
  expect(explained).toEqual({
    code: 'DISCORD_INVALID_REQUEST',
    message:
      'Discord refused the request (Discord code 50035):\ncontent: Must be 2000 or fewer.\nCorrect this and call again.',
    details: {
      fields: [
        { path: 'content', message: 'Must be 2000 or fewer.', code: 'BASE_TYPE_MAX_LENGTH' },
      ],
      discord_code: 50035,
      http_status: 400,
    },
  });
});

test.each([
  [400, 'DISCORD_INVALID_REQUEST'],
  [401, 'DISCORD_UNAUTHORIZED'],
  [403, 'DISCORD_PERMISSION_DENIED'],
  [404, 'DISCORD_NOT_FOUND'],
  [405, 'DISCORD_INVALID_REQUEST'],
  [408, 'DISCORD_UNAVAILABLE'],
  [429, 'DISCORD_RATE_LIMITED'],
  [500, 'DISCORD_UNAVAILABLE'],
  [302, 'DISCORD_BLOCKED'],
])('a %i whose code nobody knows is a %s', (status, code) => {
  const explained = explain(status, { message: 'Odd.', code: 987654 });
  expect(explained.code).toBe(code);
  expect(explained.message).toMatch(/^Odd \(Discord code 987654\)\. .+\.$/);
});

test('an answer without a message tells the status and the request', () => {
  expect(explain(418, {}).message).toBe(
    'HTTP 418 for POST /channels/222233334444555566/messages. Check the arguments of the call.',
  );
});

test('a message without end is cut', () => {
  expect(explain(400, { message: 'x'.repeat(100_000) }).message.length).toBeLessThan(700);
});

test('a request that is too large for what stands before Discord is told as that', () => {
  const answer = toAnswer(413, page, '<html>');
  expect(explainAnswer(answer, target).code).toBe('DISCORD_INVALID_REQUEST');
});

test('a webhook is named without its token', () => {
  const webhook = { method: 'POST', route: '/webhooks/888899990000111122/secret-token' };
  const answer = toAnswer(404, page, '<html>');
  expect(explainAnswer(answer, webhook).message).toContain('/webhooks/888899990000111122/{token}');
});
