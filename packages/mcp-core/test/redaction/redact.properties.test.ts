import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactText, redactValue } from '../../src/index.ts';
import { secretShapes } from '../../src/redaction/secret-shapes.ts';

/** What secrets are made of, whole and in pieces, so that chance puts them together in odd ways. */
const fragment = fc.oneof(
  fc.constantFrom(
    ...['MTIzNDU2Nzg5MDEyMzQ1Njc4', '.', 'GabcdE', 'eyJhbGciOiJIUzI1NiJ9', 'eyJ', 'mfa.'],
    ...['/webhooks/', '123456789012345678', '/', 'interactions', '%2F', '\\/', '\\"', '"', "'"],
    ...['Bearer ', 'Bot ', 'Basic ', 'authorization: ', 'Authorization', ':', '=', ' ', '\n'],
    ...['"token":"', 'TOKEN=', 'API_KEY = ', '?token=', '&secret=', '://', '@', 'user:', '#'],
    ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'aW50ZXJhY3Rpb246'],
    ...['[redacted]', '[', ']', 'abcdefghijklmnopqrstuvwxyz', 'A1b2C3d4E5f6G7h8I9j0', 'x'],
  ),
  fc.string({ maxLength: 5 }),
);
const text = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''));

test('a second time changes nothing', () => {
  fc.assert(
    fc.property(text, (original) => {
      const once = redactText(original);
      expect(redactText(once)).toBe(once);
    }),
    { numRuns: 20_000 },
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const once = redactValue(value);
      expect(redactValue(once)).toEqual(once);
    }),
    { numRuns: 500 },
  );
});

test('the quick look at a text passes no text that a shape would match', () => {
  fc.assert(
    fc.property(text, (original) => {
      let expected = original;
      for (const { pattern, replacement } of secretShapes) {
        expected = expected.replace(pattern, replacement);
      }
      expect(redactText(original)).toBe(expected);
    }),
    { numRuns: 5000 },
  );
});

test('a bot token is gone whatever stands around it', () => {
  const secret = 'abcdefghijklmnopqrstuvwxyz0123456789AB';
  fc.assert(
    fc.property(text, text, fc.bigInt(10n ** 16n, 10n ** 20n - 1n), (before, after, id) => {
      const token = `${Buffer.from(String(id)).toString('base64url')}.GabcdE.${secret}`;
      expect(redactText(`${before} ${token} ${after}`)).not.toContain(secret);
    }),
    { numRuns: 3000 },
  );
});

const repeated = [
  ...['a', '.', '-', '"', '\\', '[', ':', '://', '://a:', `://${'a'.repeat(120)}:`, 'x@', ' '],
  ...['eyJ', 'eyJabcdef.', 'eyJabcdef.abcdef', 'mfa.', 'aW50ZXJhY3Rpb24', 'MTIz'],
  ...['MTIzNDU2Nzg5MDEyMzQ1Njc4.', 'MTIzNDU2Nzg5MDEyMzQ1Njc4.a', '/webhooks/1/', 'webhooks%2F1'],
  ...[
    'Bearer ',
    'Bearer a',
    'Bot a',
    'Bearer aaaaaaaa',
    '"token":"',
    '\\"token\\":\\"',
    '"token" : ',
  ],
  ...['authorization: bot ', 'authorization', 'TOKEN=', 'TOKEN = [', '?token=', '?token=[', '"a_'],
  ...['-----BEGIN PRIVATE KEY-----', '-----BEGIN ', '-----BEGIN A PRIVATE KEY'],
];

test.each(repeated)('a megabyte of %j is worked through in one pass', (part) => {
  const hostile = part.repeat(Math.ceil(2 ** 20 / part.length));
  expect(typeof redactText(hostile)).toBe('string');
  expect(typeof redactText(`token ${hostile}`)).toBe('string');
});
