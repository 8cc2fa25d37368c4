import { describe, expect, test } from 'vitest';
import { redactText, redactValue } from '../../src/index.ts';

const botToken = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB';
const webhookToken = 'Zm9vYmFyYmF6cXV4-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';
const interactionToken = `aW50ZXJhY3Rpb246${'MTIzNDU2Nzg5'.repeat(12)}`;
const jwt =
  'eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJndWlsZGxpbmU6YXBwcm92YWwiLCJleHAiOjE4OTM0NTYwMDB9.c2lnbmF0dXJl_-9';
const pem =
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc+/=\n-----END RSA PRIVATE KEY-----';

describe('a secret in a text is taken out, and what stands around it stays', () => {
  test.each([
    ['a bot token', botToken, '[redacted]'],
    ['a bot token in a sentence', `My token is ${botToken}, ok?`, 'My token is [redacted], ok?'],
    ['a bot token of a simulator', 'MTIzNDU2Nzg5MDEyMzQ1Njc4.sim.token', '[redacted]'],
    ['a bot token of 17 digits', 'MTIzNDU2Nzg5MDEyMzQ1Njc.Gabcde.abcdefghijklm', '[redacted]'],
    ['a bot token of 19 digits', 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.Gabcde.abcdefgh', '[redacted]'],
    ['a bot token of 20 digits', 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA.Gabcde.abcdefgh', '[redacted]'],
    ['a bot token with padding', 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ==.Gabcde.abcdefgh', '[redacted]'],
    ['an assignment inside a fence', '⟦x TOKEN=abc⟧ (1)', '⟦x TOKEN=[redacted]⟧ (1)'],
    ['a bot token in quotes', `"${botToken}"`, '"[redacted]"'],
    ['a bot token behind letters', `x${botToken}`, 'x[redacted]'],
    ['a bot token behind another text with dots', `a.b.${botToken}`, 'a.b.[redacted]'],
    ['two bot tokens', `${botToken} ${botToken}`, '[redacted] [redacted]'],
    ['a header of a bot', `Authorization: Bot ${botToken}`, 'Authorization: Bot [redacted]'],
    ['a user token', `mfa.${'a1B2'.repeat(21)}`, '[redacted]'],
    [
      'the URL of a webhook',
      `https://discord.com/api/webhooks/123456789012345678/${webhookToken}`,
      'https://discord.com/api/webhooks/123456789012345678/[redacted]',
    ],
    [
      'the URL of a webhook with version and query',
      `https://canary.discord.com/api/v10/webhooks/123456789012345678/${webhookToken}?wait=true`,
      'https://canary.discord.com/api/v10/webhooks/123456789012345678/[redacted]?wait=true',
    ],
    [
      'the path of a message of a webhook',
      `PATCH /webhooks/123456789012345678/${webhookToken}/messages/@original`,
      'PATCH /webhooks/123456789012345678/[redacted]/messages/@original',
    ],
    [
      'an encoded path',
      `url=%2Fwebhooks%2F123456789012345678%2F${webhookToken}`,
      'url=%2Fwebhooks%2F123456789012345678%2F[redacted]',
    ],
    [
      'a path in JSON that escapes slashes',
      `\\/webhooks\\/123456789012345678\\/${webhookToken}`,
      '\\/webhooks\\/123456789012345678\\/[redacted]',
    ],
    [
      'the path of an interaction',
      `/interactions/123456789012345678/${interactionToken}/callback`,
      '/interactions/123456789012345678/[redacted]/callback',
    ],
    ['an interaction token', `token ${interactionToken}.`, 'token [redacted].'],
    ['a JSON Web Token', `__confirm: ${jwt}`, '__confirm: [redacted]'],
    ['an unsigned JSON Web Token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', '[redacted]'],
    ['an encrypted JSON Web Token', 'eyJhbGciOiJkaXIi.eyJlbmMi.aaa.bbb.ccc', '[redacted]'],
    ['a bearer token', 'Bearer 7f3a9c0d1e', 'Bearer [redacted]'],
    ['a bearer token in small letters', 'bearer abc.def-0123', 'bearer [redacted]'],
    ['a bearer token without digits', 'Bearer abcdefghijklmnopqrstuvw', 'Bearer [redacted]'],
    [
      'a bearer header with little in it',
      'authorization: Bearer x',
      'authorization: Bearer [redacted]',
    ],
    [
      'a bot header with little in it',
      "'Authorization': 'Bot abc'",
      "'Authorization': 'Bot [redacted]'",
    ],
    ['basic authorization', 'Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [redacted]'],
    ['Bot with a key', 'Bot aB3dE6gH9jK2mN5pQ8sT', 'Bot [redacted]'],
    ['a token as JSON', '{"token":"hunter2"}', '{"token":"[redacted]"}'],
    [
      'an access token as JSON',
      '{"access_token": "a b c", "n": 1}',
      '{"access_token": "[redacted]", "n": 1}',
    ],
    [
      'JSON inside JSON',
      '{"body":"{\\"password\\":\\"hunter2\\"}"}',
      '{"body":"{\\"password\\":\\"[redacted]\\"}"}',
    ],
    ['an API key as JSON', '{"x-api-key":"k"}', '{"x-api-key":"[redacted]"}'],
    ['an environment variable', 'DISCORD_TOKEN=hunter2 npx x', 'DISCORD_TOKEN=[redacted] npx x'],
    ['an exported one', 'export API_KEY="hunter2"', 'export API_KEY="[redacted]"'],
    ['a parameter', 'https://x.dev/a?token=hunter2&b=1', 'https://x.dev/a?token=[redacted]&b=1'],
    ['a later parameter', '/a?b=1&api_key=hunter2#c', '/a?b=1&api_key=[redacted]#c'],
    [
      'a password in a URL',
      'postgres://me:hunter2@db:5432/x',
      'postgres://me:[redacted]@db:5432/x',
    ],
    ['a password without a name', 'redis://:hunter2@cache', 'redis://:[redacted]@cache'],
    ['a private key', `key:\n${pem}\nend`, 'key:\n[redacted]\nend'],
    ['a private key that breaks off', pem.slice(0, 50), '[redacted]'],
  ])('%s', (_what, text, expected) => {
    expect(redactText(text)).toBe(expected);
  });
});

describe('what is no secret stays as it is', () => {
  test.each([
    '',
    'hi',
    '123456789012345678',
    '<@123456789012345678> and <#222233334444555566> and <@&555566667777888899>',
    '<:blobwave:123456789012345678>',
    'Bot users need permissions to do this.',
    'Bot 123456789012345678 was added.',
    'Bot commands-list-for-new-people',
    'The bearer of bad news; bearer certificates',
    'Basic information about the project-2024-release',
    'Tokens are like passwords: never share a token or a secret.',
    'The password: ask an admin. authorization: needed for all.',
    'authorization: required',
    'https://discord.com/channels/111122223333444455/222233334444555566/333344445555666677',
    'https://discord.com/api/v10/channels/222233334444555566/messages?limit=50&before=1',
    'https://cdn.discordapp.com/attachments/1/2/a.png?ex=66a1&is=66a0&hm=0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    'https://discord.gg/abcdefgh',
    'https://example.com:8080/a@b?tokens=3&secretary=x',
    'GET /guilds/123456789012345678/webhooks',
    'POST /webhooks/{webhook_id}/{webhook_token}',
    'POST /webhooks/123456789012345678',
    'see /webhooks/<id>/<token>',
    'DISCORD_TOKEN_FILE=/run/secrets/discord',
    'MAX_TOKENS: 4096; token_type is "Bearer"',
    '{"max_tokens":"4096","token_type":"Bearer","tokenizer":"x"}',
    'someone@example.com wrote at 10:30: see http://x.dev',
    'version 1.2.3-beta.4, file a.b.c, domain www.some-very-long-domain-name.example.com',
    'MTIzNDU2Nzg5MDEyMzQ1Njc4',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    'eyJ is how a JWT begins; eyJabc.def',
    'mfa is on for all moderators; mfa.level is 1',
    '0190a5c4-7d3b-7c11-9f2e-3a4b5c6d7e8f',
    '{{announce.message_id}}',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    '日本語のテキスト 🎉 \u0000 \ud800',
  ])('%j', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('a value', () => {
  test.each([
    'token',
    'Token',
    'bot_token',
    'botToken',
    'DISCORD_TOKEN',
    'webhook_token',
    'webhook_url',
    'access-token',
    'secret',
    'clientSecret',
    'password',
    'passphrase',
    'authorization',
    'Proxy-Authorization',
    'api_key',
    'apiKey',
    'x-api-key',
    'private_key',
    'cookie',
    'Set-Cookie',
    'credentials',
    '__confirm',
  ])('under the key %s is replaced whatever it looks like', (key) => {
    expect(redactValue({ [key]: 'plain', a: 'plain' })).toEqual({
      [key]: '[redacted]',
      a: 'plain',
    });
    expect(redactValue([{ [key]: ['plain', { deep: 'plain' }, 7, null, ''] }])).toEqual([
      { [key]: ['[redacted]', { deep: '[redacted]' }, '[redacted]', null, ''] },
    ]);
  });

  test.each([
    'tokenizer',
    'token_type',
    'max_tokens_used',
    'secretary',
    'key',
    'author',
    'custom_id',
  ])('under the key %s stays', (key) => {
    expect(redactValue({ [key]: 'plain' })).toEqual({ [key]: 'plain' });
  });

  test('that is a JSON schema keeps what an argument is called and looks like, not what is in it', () => {
    const token = { type: 'string', description: 'Approval token.', maxLength: 9 };
    const schema = {
      type: 'object',
      properties: {
        __confirm: token,
        api_key: { type: ['string', 'null'], default: 'plain', examples: ['plain'] },
        password: { anyOf: [{ type: 'string', const: 'plain' }, { type: 'null' }] },
        auth: { type: 'object', properties: { secret: token } },
      },
      required: ['__confirm'],
    };
    expect(redactValue({ schema })).toEqual({
      schema: {
        ...schema,
        properties: {
          ...schema.properties,
          api_key: { type: ['string', 'null'], default: '[redacted]', examples: ['[redacted]'] },
          password: { anyOf: [{ type: 'string', const: '[redacted]' }, { type: 'null' }] },
        },
      },
    });
  });

  test.each([
    { token: { type: 'string', value: 'plain' } },
    { properties: { token: { type: 'string', value: 'plain' } } },
    { type: 'object', properties: { token: 'plain' } },
    { type: 'object', properties: { token: { type: 'string', value: 'plain' } } },
    { type: 'object', properties: { token: { type: 'Bearer', value: 'plain' } } },
    { type: 'object', properties: { token: { type: 'string', default: { deep: 'plain' } } } },
  ])('that only begins like a JSON schema hides nothing: %j', (value) => {
    expect(JSON.stringify(redactValue(value))).not.toContain('plain');
  });

  test('is searched in all its texts and keys', () => {
    expect(redactValue({ a: [{ b: `x ${botToken}` }], [botToken]: 1, n: 1, on: false })).toEqual({
      a: [{ b: 'x [redacted]' }],
      '[redacted]': 1,
      n: 1,
      on: false,
    });
  });

  test('that was handed over is not changed', () => {
    const value = Object.freeze({ token: 'a', list: Object.freeze([botToken]) });
    redactValue(value);
    expect(value).toEqual({ token: 'a', list: [botToken] });
  });

  test('that is a date or the like is what its JSON is', () => {
    expect(redactValue({ at: new Date(0), url: new URL('https://a:b3@x.dev/') })).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      url: 'https://a:[redacted]@x.dev/',
    });
  });

  test('that is no JSON never throws', () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle['self'] = { circle };
    const hostile = {
      get boom() {
        throw new Error('no');
      },
    };
    let deep: unknown = botToken;
    for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const odd = [circle, hostile, 10n, undefined, Symbol('x'), () => 1, Number.NaN, proxy];
    expect(redactValue(odd)).toEqual([
      { a: 1, self: { circle: '[circular]' } },
      '[unreadable]',
      '10',
      undefined,
      undefined,
      undefined,
      Number.NaN,
      '[unreadable]',
    ]);
    expect(JSON.stringify(redactValue(deep))).toContain('[nested too deep]');
    expect(redactValue({ ['__proto__']: { token: 'x' } })).not.toHaveProperty('token', 'x');
  });

  test('that stands in two places is copied to both', () => {
    const shared = { token: 'a' };
    expect(redactValue([shared, shared])).toEqual([
      { token: '[redacted]' },
      { token: '[redacted]' },
    ]);
  });
});
