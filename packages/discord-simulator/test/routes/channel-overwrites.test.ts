import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BOT,
  CHANNEL,
  GUILD,
  type Harness,
  HOST,
  type Json,
  NOON,
  ROLE,
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

async function lastAudit(): Promise<Json> {
  const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs?limit=1`);
  return audit_log_entries[0];
}

describe('moving', () => {
  test('positions and parents change together', async () => {
    await harness.succeed(`PATCH /guilds/${GUILD}/channels`, [
      { id: CHANNEL.general, position: 7, parent_id: CHANNEL.information },
      { id: CHANNEL.rules, position: 1 },
    ]);
    expect(await harness.succeed(`GET /channels/${CHANNEL.general}`)).toMatchObject({
      position: 7,
      parent_id: CHANNEL.information,
    });
  });

  test('lock_permissions copies the overwrites of the new parent', async () => {
    await harness.succeed(`PUT /channels/${CHANNEL.information}/permissions/${ROLE.host}`, {
      type: 0,
      deny: String(P.SendMessages),
    });
    await harness.succeed(`PATCH /guilds/${GUILD}/channels`, [
      { id: CHANNEL.general, parent_id: CHANNEL.information, lock_permissions: true },
    ]);
    const { permission_overwrites } = await harness.succeed(`GET /channels/${CHANNEL.general}`);
    expect(permission_overwrites).toEqual([{ id: ROLE.host, type: 0, allow: '0', deny: '2048' }]);
  });

  test('an unknown channel or parent moves nothing', async () => {
    const PATCH = `PATCH /guilds/${GUILD}/channels`;
    expect(await harness.refuse(PATCH, [{ id: '1', position: 1 }])).toEqual([404, 10003]);
    const wrong = [
      { id: CHANNEL.rules, position: 9 },
      { id: CHANNEL.general, parent_id: CHANNEL.rules },
    ];
    expect(await harness.refuse(PATCH, wrong)).toEqual([400, 50024]);
    expect((await harness.succeed(`GET /channels/${CHANNEL.rules}`)).position).toBe(0);
  });
});

describe('deleting', () => {
  test('a channel goes with its messages and threads, and is answered as it was', async () => {
    const path = `/channels/${CHANNEL.general}`;
    const thread = await harness.succeed(`POST ${path}/threads`, { name: 't', type: 11 });
    const gone = await harness.succeed(`DELETE ${path}`, undefined, { reason: 'old' });
    expect(gone).toMatchObject({ id: CHANNEL.general, name: 'general' });
    expect(await harness.refuse(`GET ${path}`)).toEqual([404, 10003]);
    expect(await harness.refuse(`GET /channels/${thread.id}`)).toEqual([404, 10003]);
    expect(await lastAudit()).toMatchObject({ action_type: 12, reason: 'old' });
    expect(harness.simulator.control.world().messages).toEqual([]);
  });

  test('the channels of a deleted category stay', async () => {
    await harness.succeed(`DELETE /channels/${CHANNEL.information}`);
    expect((await harness.succeed(`GET /channels/${CHANNEL.rules}`)).parent_id).toBeNull();
  });

  test('a community keeps the channels it needs', async () => {
    expect(await harness.refuse(`DELETE /channels/${CHANNEL.rules}`)).toEqual([400, 50074]);
  });

  test('MANAGE_CHANNELS is needed', async () => {
    withoutPermissions(harness.simulator, P.ManageChannels);
    expect(await harness.refuse(`DELETE /channels/${CHANNEL.general}`)).toEqual([403, 50013]);
  });

  test('a direct message is closed', async () => {
    const { id } = await harness.succeed('POST /users/@me/channels', { recipient_id: HOST });
    expect((await harness.succeed(`DELETE /channels/${id}`)).id).toBe(id);
  });
});

describe('overwrites', () => {
  const path = (id: string) => `/channels/${CHANNEL.general}/permissions/${id}`;

  test('one is made, changed, kept and taken away, each logged once', async () => {
    const allow = String(P.ManageMessages);
    await harness.succeed(`PUT ${path(ROLE.host)}`, { type: 0, allow }, { reason: 'help' });
    expect(await lastAudit()).toMatchObject({
      action_type: 13,
      reason: 'help',
      options: { id: ROLE.host, type: '0', role_name: 'event-host' },
    });
    await harness.succeed(`PUT ${path(ROLE.host)}`, { type: 0, allow });
    await harness.succeed(`PUT ${path(ROLE.host)}`, { type: 0, allow, deny: 2048 });
    expect(await lastAudit()).toMatchObject({
      action_type: 14,
      changes: [{ key: 'deny', old_value: '0', new_value: '2048' }],
    });
    await harness.succeed(`DELETE ${path(ROLE.host)}`);
    expect((await lastAudit()).action_type).toBe(15);
    expect(await harness.refuse(`DELETE ${path(ROLE.host)}`)).toEqual([404, 10009]);
    const { audit_log_entries } = await harness.succeed(`GET /guilds/${GUILD}/audit-logs`);
    expect(audit_log_entries).toHaveLength(3);
  });

  test('a member can have one', async () => {
    await harness.succeed(`PUT ${path(HOST)}`, { type: 1, deny: String(P.SendMessages) });
    const { permission_overwrites } = await harness.succeed(`GET /channels/${CHANNEL.general}`);
    expect(permission_overwrites).toEqual([{ id: HOST, type: 1, allow: '0', deny: '2048' }]);
  });

  test('nobody knows a target that is not there', async () => {
    expect(await harness.refuse(`PUT ${path('1')}`, { type: 0 })).toEqual([404, 10009]);
  });

  test('only permissions the bot has itself can be allowed', async () => {
    const body = { type: 0, allow: String(P.Administrator) };
    expect(await harness.refuse(`PUT ${path(ROLE.host)}`, body)).toEqual([403, 50013]);
    withoutPermissions(harness.simulator, P.ManageRoles);
    expect(await harness.refuse(`PUT ${path(ROLE.host)}`, { type: 0 })).toEqual([403, 50013]);
  });
});

test('typing changes nothing', async () => {
  expect((await harness.call(`POST /channels/${CHANNEL.general}/typing`)).status).toBe(204);
  expect(harness.simulator.control.requests()[0]?.applied).toBe(false);
  expect(await harness.refuse(`POST /channels/${CHANNEL.help}/typing`)).toEqual([400, 50008]);
});

test('an overwrite shows itself in what the bot may do', async () => {
  await harness.succeed(`PUT /channels/${CHANNEL.general}/permissions/${BOT}`, {
    type: 1,
    deny: String(P.SendMessages),
  });
  expect(
    await harness.refuse(`POST /channels/${CHANNEL.general}/messages`, { content: 'a' }),
  ).toEqual([403, 50013]);
});
