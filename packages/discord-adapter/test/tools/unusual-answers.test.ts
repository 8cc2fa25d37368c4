import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../harness.ts';
import { errorOf, ids } from './default-world.ts';

const guild_id = ids.guild;
const json = { 'content-type': 'application/json' };
let adapter: Adapter;

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => adapter.simulator.control.reset());
afterAll(() => adapter.close());

test.each([
  ['members_list_bans', { guild_id }, { bans: [] }],
  ['events_list', { guild_id }, { events: [] }],
  ['invites_list', { guild_id }, { invites: [] }],
])('%s: null, which the specification allows, is an empty list', async (tool, args, empty) => {
  adapter.simulator.control.inject({ method: 'GET', status: 200, body: 'null', headers: json });
  expect(await adapter.call(tool, args)).toEqual(empty);
});

test('members_modify reads the member when Discord answers without one', async () => {
  adapter.simulator.control.inject({ method: 'PATCH', status: 204 });
  const args = { guild_id, user_id: ids.host, nick: 'New' };
  expect(await adapter.call('members_modify', args)).toMatchObject({ user_id: ids.host });
});

test('members_modify says that the change was made when only reading the member fails', async () => {
  adapter.simulator.control.inject({ method: 'PATCH', status: 204 });
  adapter.simulator.control.inject({ method: 'GET', status: 403, times: 9 });
  const args = { guild_id, user_id: ids.host, nick: 'New' };
  expect(await errorOf(adapter.call('members_modify', args))).toMatchObject({
    code: 'DISCORD_PERMISSION_DENIED',
    outcome: 'applied',
  });
});

test('members_bulk_ban looks the bans up when Discord answers without any', async () => {
  const user_ids = [ids.host, ids.moderator];
  await adapter.call('members_bulk_ban', { guild_id, user_ids });
  adapter.simulator.control.inject({ method: 'POST', status: 204 });
  expect(await adapter.call('members_bulk_ban', { guild_id, user_ids })).toEqual({
    banned_users: [],
    already_banned: user_ids,
    failed_users: [],
  });
});

test('invites without counts, as VIEW_AUDIT_LOG shows them, keep null for what is not known', async () => {
  adapter.simulator.control.inject({
    method: 'GET',
    status: 200,
    body: [
      {
        type: 0,
        code: 'abc',
        expires_at: null,
        guild: { id: guild_id },
        guild_id,
        channel: { id: ids.general, type: 0, name: 'general' },
      },
    ],
  });
  expect(await adapter.call('invites_list', { guild_id })).toEqual({
    invites: [
      {
        code: 'abc',
        url: 'https://discord.gg/abc',
        guild_id,
        channel_id: ids.general,
        inviter_id: null,
        inviter_username: null,
        uses: null,
        max_uses: null,
        temporary: null,
        created_at: null,
        expires_at: null,
      },
    ],
  });
});
