import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import {
  effectivePermissions,
  isPermissionName,
  missingPermissions,
  type PermissionChannel,
  type PermissionGuild,
  type PermissionMember,
  type PermissionOverwrite,
  permissionBits,
  permissionNames,
  toPermissionBits,
  toPermissionNames,
} from '../../src/index.ts';
import { allPermissions } from '../../src/permissions/permission-names.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const bits = (...names: string[]) => String(toPermissionBits(names));
const role = (id: string, ...names: string[]) => ({
  id,
  name: `role ${id}`,
  position: Number(id),
  permissions: bits(...names),
});
const guild: PermissionGuild = {
  id: '1',
  owner_id: '900',
  roles: [
    role('1', 'VIEW_CHANNEL', 'SEND_MESSAGES', 'READ_MESSAGE_HISTORY'),
    role('2', 'MANAGE_MESSAGES', 'ATTACH_FILES'),
    role('3', 'ADMINISTRATOR'),
    role('4', 'SEND_MESSAGES_IN_THREADS', 'CONNECT', 'SPEAK'),
  ],
};
const member = (...roles: string[]): PermissionMember => ({ user_id: '500', roles });
const overwrite = (
  id: string,
  type: number,
  { allow = [], deny = [] }: { allow?: string[]; deny?: string[] },
): PermissionOverwrite => ({ id, type, allow: bits(...allow), deny: bits(...deny) });
const text = (...permission_overwrites: PermissionOverwrite[]): PermissionChannel => ({
  type: 0,
  permission_overwrites,
});
const names = (
  who: PermissionMember,
  channel?: PermissionChannel,
  parent?: PermissionChannel,
): string[] => toPermissionNames(effectivePermissions({ guild, channel, parent, now }, who));

test("every permission has Discord's bit", () => {
  const official = new Set(Object.values(PermissionFlagsBits));
  expect(new Set(Object.values(permissionBits))).toEqual(official);
});

test('names and bits translate into one another', () => {
  expect(toPermissionNames(toPermissionBits(permissionNames))).toEqual(permissionNames);
  expect(toPermissionNames(String(1n << 33n))).toEqual(['MANAGE_EVENTS']);
  expect(toPermissionNames(1n << 47n)).toEqual([]);
  expect(isPermissionName('constructor')).toBe(false);
  expect(() => toPermissionBits(['MANAGE_EVERYTHING'])).toThrow(TypeError);
});

test('a member has the permissions of @everyone and of each role', () => {
  expect(names(member('2'))).toEqual(
    toPermissionNames(
      bits(
        'VIEW_CHANNEL',
        'SEND_MESSAGES',
        'READ_MESSAGE_HISTORY',
        'MANAGE_MESSAGES',
        'ATTACH_FILES',
      ),
    ),
  );
});

test('the owner and administrators may do everything everywhere, timed out or not', () => {
  const closed = text(overwrite('1', 0, { deny: ['VIEW_CHANNEL'] }));
  const timeout = { communication_disabled_until: '2031-01-01T00:00:00Z' };
  expect(names({ user_id: '900', roles: [], ...timeout }, closed)).toEqual(permissionNames);
  expect(names({ ...member('3'), ...timeout }, closed)).toEqual(permissionNames);
});

test('overwrites apply from @everyone over roles to the member', () => {
  const channel = text(
    overwrite('500', 1, { allow: ['MANAGE_MESSAGES'], deny: ['READ_MESSAGE_HISTORY'] }),
    overwrite('2', 0, { allow: ['SEND_MESSAGES'], deny: ['MANAGE_MESSAGES', 'EMBED_LINKS'] }),
    overwrite('4', 0, { allow: ['EMBED_LINKS'], deny: ['SEND_MESSAGES'] }),
    overwrite('1', 0, { deny: ['SEND_MESSAGES'] }),
  );
  const seen = names(member('2', '4'), channel);
  expect(seen).toContain('MANAGE_MESSAGES');
  expect(seen).not.toContain('READ_MESSAGE_HISTORY');
  // One role denies, another allows: allowing wins among roles.
  expect(seen).toEqual(expect.arrayContaining(['SEND_MESSAGES', 'EMBED_LINKS']));
});

test('overwrites of other members and of roles that the member has not got are nothing to it', () => {
  const channel = text(
    overwrite('501', 1, { deny: ['VIEW_CHANNEL'] }),
    overwrite('4', 0, { deny: ['VIEW_CHANNEL'] }),
    overwrite('500', 0, { deny: ['VIEW_CHANNEL'] }),
  );
  expect(names(member('2'), channel)).toContain('VIEW_CHANNEL');
});

test('who cannot see a channel can do nothing in it', () => {
  expect(names(member('2'), text(overwrite('1', 0, { deny: ['VIEW_CHANNEL'] })))).toEqual([]);
});

test('who cannot send cannot attach, embed or mention everyone', () => {
  const seen = names(member('2'), text(overwrite('1', 0, { deny: ['SEND_MESSAGES'] })));
  expect(seen).not.toContain('ATTACH_FILES');
  expect(seen).toContain('MANAGE_MESSAGES');
});

test('who cannot connect to a voice channel can only see it', () => {
  const voice = { type: 2, permission_overwrites: [overwrite('1', 0, { deny: ['CONNECT'] })] };
  expect(names(member('2'), voice)).toEqual(['VIEW_CHANNEL']);
  expect(names(member('4'), { type: 2 })).toEqual(expect.arrayContaining(['CONNECT', 'SPEAK']));
});

test("a thread takes its parent's overwrites and its own permission to send", () => {
  const parent = text(overwrite('4', 0, { deny: ['SEND_MESSAGES_IN_THREADS'] }));
  const thread = { type: 11 };
  expect(names(member('2', '4'), thread, parent)).not.toContain('ATTACH_FILES');
  expect(names(member('2', '4'), thread, text())).toContain('ATTACH_FILES');
});

test('a timed out member can only look, until the timeout ends', () => {
  const until = (communication_disabled_until: string | null) => ({
    ...member('2'),
    communication_disabled_until,
  });
  expect(names(until('2030-01-01T00:00:01Z'))).toEqual(['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY']);
  expect(names(until('2030-01-01T00:00:00Z'))).toContain('SEND_MESSAGES');
  expect(names(until(null))).toContain('SEND_MESSAGES');
});

test.each([
  ['what is held is not missing', ['SEND_MESSAGES'], text(), []],
  ['each missing one is named once', ['KICK_MEMBERS', 'KICK_MEMBERS'], undefined, ['KICK_MEMBERS']],
  ['one of several is enough', [['MANAGE_EVENTS', 'SEND_MESSAGES']], undefined, []],
  [
    'of several the first is named',
    [['MANAGE_EVENTS', 'CREATE_EVENTS']],
    undefined,
    ['MANAGE_EVENTS'],
  ],
  [
    'the cause comes first',
    ['SEND_MESSAGES', 'MANAGE_WEBHOOKS'],
    text(overwrite('1', 0, { deny: ['VIEW_CHANNEL'] })),
    ['VIEW_CHANNEL', 'MANAGE_WEBHOOKS'],
  ],
  [
    'who lacks the right to send lacks it before the right to attach',
    ['ATTACH_FILES'],
    text(overwrite('1', 0, { deny: ['SEND_MESSAGES'] })),
    ['SEND_MESSAGES'],
  ],
  [
    'sending in a thread is a permission of its own',
    ['SEND_MESSAGES'],
    { type: 11 },
    ['SEND_MESSAGES_IN_THREADS'],
  ],
  ['a voice channel asks for CONNECT', ['SEND_MESSAGES'], { type: 2 }, ['CONNECT']],
  ['a name that Discord has not got is not asked for', ['FLY'], undefined, []],
] as const)('%s', (_what, required, channel, expected) => {
  expect(missingPermissions(required, { guild, channel, now }, member('2'))).toEqual(expected);
});

test('an administrator lacks nothing, a timed out member almost everything', () => {
  const required = ['BAN_MEMBERS', 'VIEW_CHANNEL', 'SEND_MESSAGES'];
  const timeout = { communication_disabled_until: '2031-01-01T00:00:00Z' };
  expect(missingPermissions(required, { guild, now }, member('3'))).toEqual([]);
  expect(missingPermissions(required, { guild, now }, { ...member('2'), ...timeout })).toEqual([
    'BAN_MEMBERS',
    'SEND_MESSAGES',
  ]);
});

test('all permissions are all that have a name', () => {
  expect(toPermissionNames(allPermissions)).toEqual(permissionNames);
});
