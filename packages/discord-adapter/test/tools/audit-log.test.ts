import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toActionName, toActionNumber } from '../../src/tools/audit-log/action-names.ts';
import { type Adapter, startAdapter } from '../harness.ts';
import { guildOf, worldWithBotPermissions } from './bot-permissions.ts';
import { errorOf, ids } from './default-world.ts';

const guild_id = ids.guild;
let adapter: Adapter;

interface Log {
  readonly entries: { readonly id: string; readonly action: string }[];
  readonly next_cursor?: string;
}

beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.simulator.control.setClock('2030-01-01T12:00:00.000Z');
});
afterAll(() => adapter.close());

const read = (more: object = {}): Promise<Log> =>
  adapter.call('audit_log_get', { guild_id, ...more });

/** Five entries, a minute apart: three roles are created, one is renamed, one deleted. */
async function act(): Promise<void> {
  const roleIds: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const role = await adapter.call<{ id: string }>('roles_create', {
      guild_id,
      name,
      audit_reason: `Make ${name}`,
    });
    roleIds.push(role.id);
    adapter.simulator.control.advanceClock(60_000);
  }
  await adapter.call('roles_modify', { guild_id, role_id: roleIds[0], name: 'renamed' });
  adapter.simulator.control.advanceClock(60_000);
  await adapter.call('roles_delete', { guild_id, role_id: roleIds[1] });
}

const actions = ({ entries }: Log) => entries.map(({ action }) => action);

describe('audit_log_get', () => {
  beforeEach(act);

  test('tells who did what to which object, when and why, newest first', async () => {
    const log = await read();
    expect(actions(log)).toEqual([
      'ROLE_DELETE',
      'ROLE_UPDATE',
      'ROLE_CREATE',
      'ROLE_CREATE',
      'ROLE_CREATE',
    ]);
    expect(log.entries[1]).toEqual({
      id: expect.any(String),
      action_type: 31,
      action: 'ROLE_UPDATE',
      user_id: ids.bot,
      username: 'guildline',
      target_id: expect.any(String),
      reason: null,
      created_at: '2030-01-01T12:03:00.000Z',
      changes: [{ key: 'name', old_value: 'a', new_value: 'renamed' }],
    });
    expect(log.entries[4]).toMatchObject({
      reason: 'Make a',
      created_at: '2030-01-01T12:00:00.000Z',
    });
    expect(log.next_cursor).toBeUndefined();
  });

  test.each([[30], ['ROLE_CREATE']])('filters by the action %s', async (action_type) => {
    expect(actions(await read({ action_type }))).toEqual(Array(3).fill('ROLE_CREATE'));
  });

  test('filters by who acted', async () => {
    expect((await read({ user_id: ids.bot })).entries).toHaveLength(5);
    expect((await read({ user_id: ids.admin })).entries).toEqual([]);
  });

  test('filters by what was acted on', async () => {
    const all = await adapter.call<{ entries: { target_id: string }[] }>('audit_log_get', {
      guild_id,
    });
    const target_id = all.entries[0]?.target_id;
    expect(actions(await read({ target_id }))).toEqual(['ROLE_DELETE', 'ROLE_CREATE']);
  });

  test('goes back from a time, page by page', async () => {
    const before = '2030-01-01T12:03:30Z';
    const first = await read({ before, limit: 3 });
    expect(actions(first)).toEqual(['ROLE_UPDATE', 'ROLE_CREATE', 'ROLE_CREATE']);
    const second = await read({ before, limit: 3, cursor: first.next_cursor });
    expect(second.entries).toMatchObject([{ reason: 'Make a' }]);
    expect(second.next_cursor).toBeUndefined();
  });

  test('goes on from a time, oldest first, page by page', async () => {
    const after = '2030-01-01T14:00:30+02:00';
    const first = await read({ after, limit: 2 });
    expect(first.entries).toMatchObject([{ reason: 'Make b' }, { reason: 'Make c' }]);
    const second = await read({ after, limit: 2, cursor: first.next_cursor });
    expect(actions(second)).toEqual(['ROLE_UPDATE', 'ROLE_DELETE']);
  });

  test('goes back from an entry', async () => {
    const { entries } = await read();
    expect(actions(await read({ before: entries[1]?.id }))).toEqual(Array(3).fill('ROLE_CREATE'));
  });
});

test('an entry of an action that is newer than the list keeps its number as its name', async () => {
  const world = adapter.simulator.control.world();
  guildOf(world).audit_log = [
    {
      id: '1400000000000000001',
      action_type: 72,
      user_id: null,
      target_id: null,
      options: { count: '3', channel_id: ids.general },
    },
  ];
  adapter.simulator.control.load(world);
  expect(await read()).toMatchObject({
    entries: [
      {
        action: 'MESSAGE_DELETE',
        user_id: null,
        username: null,
        changes: [],
        options: { count: '3', channel_id: ids.general },
      },
    ],
  });
  expect(toActionName(9999)).toBe('ACTION_9999');
  expect(toActionNumber('MEMBER_BAN_ADD')).toBe(22);
  expect(toActionNumber('constructor')).toBeUndefined();
});

describe('arguments', () => {
  test.each([
    [{ before: '2030-01-01T00:00:00Z', after: '2030-01-01T00:00:00Z' }, 'leave one out'],
    [{ before: 'yesterday' }, 'the id of an entry, or a time'],
    [{ after: '2030-01-01' }, 'the id of an entry, or a time'],
    [{ action_type: 'BAN' }, 'Discord has no action "BAN"'],
    [{ action_type: true }, 'number or the name'],
    [{ limit: 101 }, 'limit'],
    [{ user_id: 1 }, 'Ids are strings'],
    [{ cursor: 'x' }, 'next_cursor'],
  ])('%j is refused before the request', async (args, part) => {
    adapter.simulator.control.clearRequests();
    const error = await errorOf(read(args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(part);
    expect(adapter.simulator.control.requests()).toEqual([]);
  });
});

test('a bot without VIEW_AUDIT_LOG is told so', async () => {
  const poor = await startAdapter({
    simulator: { world: worldWithBotPermissions('VIEW_CHANNEL') },
  });
  expect(await errorOf(poor.call('audit_log_get', { guild_id }))).toMatchObject({
    code: 'DISCORD_PERMISSION_DENIED',
    message: 'Missing VIEW_AUDIT_LOG',
  });
  await poor.close();
});
