import { expect, test } from 'vitest';
import { isBotToken, toPrintable } from '../../src/configuration/secret-shape.ts';

const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789';

test.each([token, `Bot ${token}`])('%s is a bot token', (text) => {
  expect(isBotToken(text)).toBe(true);
});

test.each([
  '/run/secrets/discord',
  'some-long-folder-name-here.with.another-long-name-behind-it',
  '123456789012345678',
  'STAGING_DISCORD_TOKEN',
  '',
])('%j is no bot token', (text) => {
  expect(isBotToken(text)).toBe(false);
});

test('an ordinary text is printed as it is', () => {
  expect(toPrintable('/run/secrets/discord 123456789012345678 “é”')).toBe(
    '/run/secrets/discord 123456789012345678 “é”',
  );
});

test('a printable text is short, on one line and without secrets', () => {
  expect(toPrintable(`a\nb ${token} c`)).toBe('a\\u{a}b [redacted] c');
  expect(toPrintable('https://discord.com/api/webhooks/123/secret-part')).toBe(
    'https://discord.com/api/webhooks/123/[redacted]',
  );
  expect(toPrintable('x'.repeat(100_000))).toHaveLength(501);
});
