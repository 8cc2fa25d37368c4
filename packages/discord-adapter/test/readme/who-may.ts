import { effectivePermissions, toPermissionNames } from '../../src/index.ts';

export function whoMay() {
  const guild = {
    id: '1',
    owner_id: '9',
    roles: [
      { id: '1', name: '@everyone', position: 0, permissions: '3072' },
      { id: '2', name: 'host', position: 1, permissions: '8589934592' },
    ],
  };
  const member = { user_id: '5', roles: ['2'] };
  return toPermissionNames(effectivePermissions({ guild, now: Date.now() }, member));
}
