import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf, ids } from './default-world.ts';

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
afterAll(() => adapter.close());

test('users_get_current returns the bot', async () => {
  expect(await adapter.call('users_get_current', {})).toEqual({
    id: ids.bot,
    username: 'guildline',
    global_name: null,
    bot: true,
  });
});

test('users_get returns a person by id', async () => {
  expect(await adapter.call('users_get', { user_id: ids.host })).toEqual({
    id: ids.host,
    username: 'host',
    global_name: 'Office Host',
    bot: false,
  });
});

test('users_get says that a user does not exist', async () => {
  expect(await errorOf(adapter.call('users_get', { user_id: ids.nothing }))).toMatchObject({
    code: 'DISCORD_NOT_FOUND',
    details: { discord_code: 10013 },
  });
});

test.each([
  ['a number', { user_id: Number(ids.host) }, /loses digits/],
  ['a name', { user_id: 'host' }, /17 to 20 digits/],
  ['nothing', {}, /user_id/],
])('users_get refuses %s as an id', async (_, args, message) => {
  const error = await errorOf(adapter.call('users_get', args));
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not_applied' });
  expect(error.message).toMatch(message);
});
