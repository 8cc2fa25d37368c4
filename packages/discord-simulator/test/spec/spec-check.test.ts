import { expect, test } from 'vitest';
import { type Exchange, startSimulator } from '../../src/index.ts';
import { allRoutes } from '../../src/routes/all-routes.ts';
import { createSpecCheck } from '../../src/spec/index.ts';
import { operations } from '../../src/spec/operations/operations.ts';

const user = {
  id: '1',
  username: 'a',
  avatar: null,
  discriminator: '0',
  public_flags: 0,
  flags: 0,
  global_name: null,
  primary_guild: null,
};

async function judge(exchange: Partial<Exchange>): Promise<readonly string[]> {
  const check = await createSpecCheck();
  check.observe({
    method: 'GET',
    route: '/users/{user_id}',
    path: '/users/1',
    query: {},
    body: undefined,
    status: 200,
    response: user,
    headers: {},
    injected: false,
    ...exchange,
  });
  return check.violations();
}

const post = { method: 'POST', route: '/channels/{channel_id}/messages', status: 403 };
const denied = { response: { message: 'Missing Permissions', code: 50013 } };

test('every route of the simulator is one of Discord’s', () => {
  const names = allRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(names.filter((name) => !Object.hasOwn(operations, name))).toEqual([]);
  expect(Object.keys(operations).sort()).toEqual(names.sort());
});

test('what agrees is not told', async () => {
  expect(await judge({})).toEqual([]);
  expect(await judge({ ...post, ...denied, body: { content: 'a' } })).toEqual([]);
});

test('an answer that lacks a field, has a wrong one or one too many is told', async () => {
  const { username: _, ...rest } = user;
  expect(await judge({ response: { ...rest, id: 1, extra: true } })).toEqual([
    'GET /users/{user_id} answer.id: Invalid input',
    'GET /users/{user_id} answer.username: Invalid input',
  ]);
  expect(await judge({ response: { ...user, extra: true } })).toEqual([
    'GET /users/{user_id} answer.extra: not in UserResponse',
  ]);
});

test('a status, a body or a route that is not described is told', async () => {
  expect(await judge({ status: 202 })).toEqual([
    'GET /users/{user_id} answer: status 202 is not in the description',
  ]);
  const typing = { method: 'POST', route: '/channels/{channel_id}/typing', status: 204 };
  expect(await judge({ ...typing, response: {} })).toEqual([
    'POST /channels/{channel_id}/typing answer: a body where none is',
  ]);
  expect(await judge({ route: '/nowhere' })).toEqual([
    "GET /nowhere is not in Discord's API description",
  ]);
});

test('a request with a misspelt or wrong field is told', async () => {
  const body = { contnet: 'a', embeds: [{ titel: 'b' }] };
  expect(await judge({ ...post, ...denied, body })).toEqual([
    'POST /channels/{channel_id}/messages request.contnet: not in MessageCreateRequest',
    'POST /channels/{channel_id}/messages request.embeds.0.titel: not in MessageCreateRequest',
  ]);
  expect(await judge({ ...post, ...denied, body: { content: 5 } })).toEqual([
    'POST /channels/{channel_id}/messages request.content: Invalid input',
  ]);
});

test('a query is read by type, and unknown names are told', async () => {
  const list = { route: '/channels/{channel_id}/messages', response: [] };
  expect(await judge({ ...list, query: { limit: '100', before: '123' } })).toEqual([]);
  expect(await judge({ ...list, query: { limit: '101', befor: '1', after: 'x' } })).toEqual([
    'GET /channels/{channel_id}/messages query.limit: expected an integer',
    'GET /channels/{channel_id}/messages query.befor: not in the description',
    'GET /channels/{channel_id}/messages query.after: expected snowflake',
  ]);
  expect(await judge({ ...list, query: { constructor: '1' } })).toHaveLength(1);
});

test('bit fields may be text, file numbers numbers, and times have offsets', async () => {
  const role = { method: 'POST', route: '/guilds/{guild_id}/roles', ...denied, status: 403 };
  expect(await judge({ ...role, body: { permissions: '8192' } })).toEqual([]);
  const files = { attachments: [{ id: 0 }, { id: '1' }] };
  expect(await judge({ ...post, ...denied, body: files })).toEqual([]);
  const event = { embeds: [{ timestamp: '2030-01-01T12:00:00+00:00' }] };
  expect(await judge({ ...post, ...denied, body: event })).toEqual([]);
});

test('a body where none is described is told, an empty one is not', async () => {
  const typing = {
    method: 'POST',
    route: '/channels/{channel_id}/typing',
    status: 204,
    response: undefined,
  };
  expect(await judge({ ...typing, body: {} })).toEqual([]);
  expect(await judge({ ...typing, body: { a: 1 } })).toEqual([
    'POST /channels/{channel_id}/typing request: a body where the description has none',
  ]);
});

test('errors have Discord’s form, with inner codes as text', async () => {
  const error = (response: unknown, status = 400) => judge({ ...post, status, response });
  const nested = {
    errors: { content: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'a' }] } },
  };
  expect(await error({ message: 'a', code: 50035, ...nested })).toEqual([]);
  expect(await error({ message: 'a', retry_after: 1, global: false }, 429)).toEqual([]);
  expect(await error('<html>', 429)).toEqual([]);
  expect(await error('<html>')).toHaveLength(1);
  expect(await error({ message: 1 })).toHaveLength(2);
  expect(await error({ message: 'a', code: 1.5 }, 429)).toHaveLength(3);
  expect(await error({ message: 'a', code: 1, errors: { a: { _errors: [{ code: 1 }] } } })).toEqual(
    [
      'POST /channels/{channel_id}/messages answer.errors.a._errors: expected a list of { code, message } with text in both',
    ],
  );
  expect(await error({ message: 'a', code: 1, errors: 'none' })).toHaveLength(1);
});

test('a request that was refused with 400 is not judged again', async () => {
  const response = { message: 'Invalid Form Body', code: 50035 };
  expect(await judge({ ...post, status: 400, response, body: { contnet: 1 } })).toEqual([]);
});

test('an answer that a fault made up is not judged, its request is', async () => {
  const made = { ...post, status: 500, response: 'x', injected: true };
  expect(await judge({ ...made, body: { content: 'a' } })).toEqual([]);
  expect(await judge({ ...made, body: { contnet: 'a' } })).toHaveLength(1);
});

test('a dropped request is judged too', async () => {
  const check = await createSpecCheck();
  const simulator = await startSimulator({ observe: check.observe });
  simulator.control.inject({ drop: 'after' });
  const sent = fetch(`${simulator.url}/users/@me/channels`, {
    method: 'POST',
    headers: { authorization: `Bot ${simulator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: '1' }),
  });
  await expect(sent).rejects.toThrow();
  await simulator.close();
  expect(check.violations()).toEqual([
    'POST /users/@me/channels request.recipient: not in CreatePrivateChannelRequest',
  ]);
});
