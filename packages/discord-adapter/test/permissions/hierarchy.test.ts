import { expect, test } from 'vitest';
import {
  canManageMember,
  canManageRole,
  compareRoles,
  highestRole,
  type PermissionGuild,
  type PermissionMember,
} from '../../src/index.ts';

const role = (id: string, position: number) => ({ id, name: id, position, permissions: '0' });
const guild: PermissionGuild = {
  id: '100',
  owner_id: '900',
  roles: [role('100', 0), role('101', 1), role('102', 2), role('103', 2), role('104', 3)],
};
const member = (user_id: string, ...roles: string[]): PermissionMember => ({ user_id, roles });
const find = (id: string) => guild.roles.find((role) => role.id === id) ?? role(id, 0);

test('roles are ordered by position, and by age where positions are equal', () => {
  const sorted = [...guild.roles].sort(compareRoles).map(({ id }) => id);
  expect(sorted).toEqual(['100', '101', '103', '102', '104']);
  expect(compareRoles(find('101'), find('101'))).toBe(0);
});

test('ids are compared as numbers, however long', () => {
  const older = { id: '99999999999999999', position: 1 };
  const younger = { id: '100000000000000000', position: 1 };
  expect(compareRoles(older, younger)).toBeGreaterThan(0);
  expect(compareRoles(younger, older)).toBeLessThan(0);
});

test("a member's highest role is @everyone if there is no other", () => {
  expect(highestRole(guild, member('1', '101', '103', '102'))?.id).toBe('102');
  expect(highestRole(guild, member('1'))?.id).toBe('100');
});

test('only roles below the highest can be managed, and by the owner all', () => {
  expect(canManageRole(guild, member('1', '102'), find('101'))).toBe(true);
  expect(canManageRole(guild, member('1', '102'), find('103'))).toBe(true);
  expect(canManageRole(guild, member('1', '102'), find('102'))).toBe(false);
  expect(canManageRole(guild, member('1', '102'), find('104'))).toBe(false);
  expect(canManageRole(guild, member('900'), find('104'))).toBe(true);
});

test('only members below can be managed, and the owner by nobody', () => {
  const moderator = member('1', '102');
  expect(canManageMember(guild, moderator, member('2', '101'))).toBe(true);
  expect(canManageMember(guild, moderator, member('2', '102'))).toBe(false);
  expect(canManageMember(guild, moderator, member('2', '104'))).toBe(false);
  expect(canManageMember(guild, member('1', '104'), member('900'))).toBe(false);
  expect(canManageMember(guild, member('900'), member('2', '104'))).toBe(true);
  expect(canManageMember(guild, moderator, member('2'))).toBe(true);
});
