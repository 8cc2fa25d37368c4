import { describe, expect, test } from 'vitest';
import {
  type Access,
  type AccessedTool,
  createAccessPolicy,
  localCallerId,
  type Scope,
} from '../../src/configuration/access-policy.ts';
import type { Configuration, Group } from '../../src/configuration/configuration.ts';

const read: AccessedTool = { name: 'messages_read', category: 'messages', effect: 'read' };
const send: AccessedTool = { name: 'messages_send', category: 'messages', effect: 'keyed' };
const ban: AccessedTool = { name: 'members_ban', category: 'members', effect: 'idempotent' };
const pipeline: AccessedTool = {
  name: 'mcp_pipeline',
  category: 'meta',
  effect: 'once',
  calls: () => [],
};

const everything: Group = {
  categories: undefined,
  tools: undefined,
  guilds: undefined,
  channels: undefined,
  readOnly: false,
};

type Source = Pick<Configuration, 'allowed' | 'callers' | 'groups' | 'localUser' | 'readOnly'>;

function policy(source: Partial<Source> = {}) {
  return createAccessPolicy({
    allowed: { guilds: undefined, channels: undefined },
    callers: {},
    groups: {},
    localUser: undefined,
    readOnly: false,
    ...source,
  });
}

/** The access of a caller in the groups given, which are named by their positions. */
function accessIn(groups: readonly Partial<Group>[], source: Partial<Source> = {}): Access {
  const named = groups.map((group, index) => [`g${index}`, { ...everything, ...group }] as const);
  return policy({ groups: Object.fromEntries(named), ...source })({
    id: 'alice',
    groups: named.map(([name]) => name),
  });
}

function show({ guilds, channels }: Scope) {
  return { guilds: guilds && [...guilds], channels: channels && [...channels] };
}

const local = { id: localCallerId, groups: [] };
const closed = { guilds: [], channels: [] };

describe('a caller without groups', () => {
  test.each([
    ['that nobody configured', { id: 'mallory', groups: [] }],
    ['whose groups nobody configured', { id: 'mallory', groups: ['admins', 'constructor'] }],
    ['whose name an object has', { id: 'constructor', groups: [] }],
    ['with an empty list', { id: 'bob', groups: ['team'] }],
  ])('%s may do nothing', (_what, caller) => {
    const access = policy({
      groups: { team: everything },
      callers: { bob: { groups: [] } },
    })(caller);
    expect([read, send, pipeline].map((tool) => access.mayUse(tool))).toEqual([
      false,
      false,
      false,
    ]);
    expect(access.scopesOf(read)).toEqual([]);
    expect(access.readOnly).toBe(true);
    expect(show(access)).toEqual(closed);
  });
});

describe('the local user', () => {
  test('may do everything that the server may', () => {
    const access = policy({ allowed: { guilds: ['1'], channels: undefined } })(local);
    expect([read, send, ban, pipeline].every((tool) => access.mayUse(tool))).toBe(true);
    expect(access.readOnly).toBe(false);
    expect(show(access)).toEqual({ guilds: ['1'], channels: undefined });
    expect(access.scopesOf(ban).map(show)).toEqual([{ guilds: ['1'], channels: undefined }]);
  });

  test('is held to its groups once it is configured', () => {
    const groups = { readers: { ...everything, readOnly: true, categories: ['messages'] } };
    const access = policy({ groups, localUser: { groups: ['readers'] } })(local);
    expect(access.readOnly).toBe(true);
    expect([read, ban].map((tool) => access.mayUse(tool))).toEqual([true, false]);
    const none = policy({ groups, localUser: { groups: [] } })(local);
    expect(none.mayUse(read)).toBe(false);
  });
});

describe('groups', () => {
  test('of a configured caller are the configured ones, whatever the transport says', () => {
    const access = policy({
      groups: { readers: { ...everything, tools: ['messages_read'] }, admins: everything },
      callers: { alice: { groups: ['readers'] } },
    })({ id: 'alice', groups: ['admins'] });
    expect([read, send].map((tool) => access.mayUse(tool))).toEqual([true, false]);
  });

  test('of any other caller are those that the transport hands over', () => {
    const access = policy({ groups: { readers: { ...everything, tools: ['messages_read'] } } })({
      id: 'token-subject',
      groups: ['readers', 'unheard-of'],
    });
    expect([read, send].map((tool) => access.mayUse(tool))).toEqual([true, false]);
  });

  test('open the union of their categories and tools', () => {
    const access = accessIn([{ categories: ['members'] }, { tools: ['messages_read'] }]);
    expect([read, send, ban].map((tool) => access.mayUse(tool))).toEqual([true, false, true]);
  });

  test('open composers, which are judged by their steps', () => {
    expect(accessIn([{ tools: [] }]).mayUse(pipeline)).toBe(true);
    expect(accessIn([{ readOnly: true }, { tools: [] }]).mayUse(pipeline)).toBe(true);
  });

  test('open nothing that their lists leave empty', () => {
    const access = accessIn([{ categories: [], guilds: [] }]);
    expect(access.mayUse(read)).toBe(false);
    expect(show(access)).toEqual({ guilds: [], channels: undefined });
  });
});

describe('read-only', () => {
  test('holds for everyone if the server is', () => {
    expect(policy({ readOnly: true })(local).readOnly).toBe(true);
    expect(accessIn([{}], { readOnly: true }).readOnly).toBe(true);
  });

  test('holds for a caller whose groups all are', () => {
    const access = accessIn([{ readOnly: true }, { readOnly: true }]);
    expect(access.readOnly).toBe(true);
    expect(access.mayUse(send)).toBe(true);
  });

  test('of one group holds for what no other group opens', () => {
    const access = accessIn([
      { readOnly: true, categories: ['members', 'messages'] },
      { tools: ['messages_send'] },
    ]);
    expect(access.readOnly).toBe(false);
    expect([read, send, ban].map((tool) => access.mayUse(tool))).toEqual([true, true, false]);
  });
});

describe('guilds and channels', () => {
  test('are the union of the groups within the lists of the server', () => {
    const access = accessIn([{ guilds: ['1', '9'] }, { guilds: ['2'] }], {
      allowed: { guilds: ['1', '2', '3'], channels: ['7'] },
    });
    expect(show(access)).toEqual({ guilds: ['1', '2'], channels: ['7'] });
  });

  test('are all of the server if one group has no list', () => {
    const allowed = { guilds: ['1', '2'], channels: undefined };
    expect(show(accessIn([{ guilds: ['1'] }, {}], { allowed })).guilds).toEqual(['1', '2']);
    expect(show(accessIn([{ guilds: ['1'] }, {}])).guilds).toBeUndefined();
  });

  test('of one group do not open the tools of another there', () => {
    const access = accessIn([
      { categories: ['messages'], guilds: ['1'], channels: ['7'] },
      { categories: ['members'], guilds: ['2'] },
    ]);
    expect(access.scopesOf(send).map(show)).toEqual([{ guilds: ['1'], channels: ['7'] }]);
    expect(access.scopesOf(ban).map(show)).toEqual([{ guilds: ['2'], channels: undefined }]);
  });

  test('of a read-only group are not where its caller may write', () => {
    const access = accessIn([{ readOnly: true, guilds: ['1'] }, { guilds: ['2'] }]);
    expect(access.scopesOf(read).map((scope) => show(scope).guilds)).toEqual([['1'], ['2']]);
    expect(access.scopesOf(send).map((scope) => show(scope).guilds)).toEqual([['2']]);
  });
});
