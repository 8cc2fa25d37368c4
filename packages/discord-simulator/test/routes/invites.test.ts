import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  BOT,
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
  NOON,
  startHarness,
  withoutPermissions,
} from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
});
afterAll(() => harness.close());

const POST = `POST /channels/${CHANNEL.general}/invites`;

test('an invite lasts a day if nothing is said', async () => {
  const invite = await harness.succeed(POST, {}, { reason: 'party' });
  expect(invite).toMatchObject({
    type: 0,
    max_age: 86_400,
    max_uses: 0,
    uses: 0,
    temporary: false,
    expires_at: '2030-01-02T12:00:00+00:00',
    inviter: { id: BOT },
    guild: { id: GUILD, name: 'Office Hours' },
    channel: { id: CHANNEL.general, name: 'general', type: 0 },
  });
  expect(invite.code).toMatch(/^\w{8}$/);
  const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs`);
  expect(audit_log_entries).toMatchObject([{ action_type: 40, reason: 'party' }]);
});

test('the same terms give the same invite, unique ones a new one', async () => {
  const first = await harness.succeed(POST, { max_age: 0, max_uses: 5 });
  expect(first.expires_at).toBeNull();
  expect((await harness.succeed(POST, { max_age: 0, max_uses: 5 })).code).toBe(first.code);
  const unique = await harness.succeed(POST, { max_age: 0, max_uses: 5, unique: true });
  expect(unique.code).not.toBe(first.code);
  expect(await harness.succeed(`GET /channels/${CHANNEL.general}/invites`)).toHaveLength(2);
  expect(await harness.succeed(`GET /guilds/${GUILD}/invites`)).toHaveLength(2);
});

test('anybody can look an invite up until it has expired', async () => {
  const { code } = await harness.succeed(POST, { max_age: 60 });
  const { body } = await harness.call(`GET /invites/${code}?with_counts=true`, undefined, {
    token: null,
  });
  expect(body).toMatchObject({ code, approximate_member_count: 305 });
  expect(body).not.toHaveProperty('uses');
  harness.simulator.control.advanceClock(60_000);
  expect(await harness.refuse(`GET /invites/${code}`)).toEqual([404, 10006]);
  expect(await harness.succeed(`GET /guilds/${GUILD}/invites`)).toEqual([]);
});

test('a deleted invite is answered once', async () => {
  const { code } = await harness.succeed(POST, {});
  const path = `DELETE /invites/${code}`;
  expect((await harness.succeed(path, undefined, { reason: 'full' })).code).toBe(code);
  expect(await harness.refuse(path)).toEqual([404, 10006]);
  const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs?limit=1`);
  expect(audit_log_entries).toMatchObject([{ action_type: 42, reason: 'full' }]);
});

test('terms out of range are refused', async () => {
  expect(await harness.fieldErrors(POST, { max_age: -1, max_uses: 101 })).toEqual([
    'max_age: NUMBER_TYPE_MIN',
    'max_uses: NUMBER_TYPE_MAX',
  ]);
});

test('a category and a direct message have no invites', async () => {
  const category = `POST /channels/${CHANNEL.information}/invites`;
  expect(await harness.refuse(category, {})).toEqual([400, 50024]);
  const { id } = await harness.succeed('POST /users/@me/channels', { recipient_id: HOST });
  expect(await harness.refuse(`POST /channels/${id}/invites`, {})).toEqual([400, 50003]);
  expect(await harness.refuse(`GET /channels/${id}/invites`)).toEqual([400, 50003]);
});

test('making needs CREATE_INSTANT_INVITE, listing and deleting more', async () => {
  const { code } = await harness.succeed(POST, {});
  withoutPermissions(harness.simulator, P.ManageGuild);
  const [listed] = await harness.succeed(`GET /guilds/${GUILD}/invites`);
  expect(listed).not.toHaveProperty('uses');
  withoutPermissions(harness.simulator, P.ViewAuditLog, P.ManageChannels, P.CreateInstantInvite);
  expect(await harness.refuse(`GET /guilds/${GUILD}/invites`)).toEqual([403, 50013]);
  expect(await harness.refuse(`GET /channels/${CHANNEL.general}/invites`)).toEqual([403, 50013]);
  expect(await harness.refuse(`DELETE /invites/${code}`)).toEqual([403, 50013]);
  expect(await harness.refuse(POST, {})).toEqual([403, 50013]);
});
